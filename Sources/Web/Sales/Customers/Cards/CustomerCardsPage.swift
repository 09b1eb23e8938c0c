import Domain

/// Brings in address cards, and says what became of them.
struct CustomerCardsPage: TemplatePage {
    static let template = "sales/customers/cards"

    var layout: LayoutPage
    var path: String
    /// All customers as one file of cards.
    var allPath: String
    var summary = FaultSummary()
    var file = FormField()
    var rows: [CustomerCardRow] = []
}

/// An address card that was brought in.
struct CustomerCardRow: Sendable {
    var name: String
    /// `Completed: +49 171 1234567, garden`.
    var text: String
    var path: String
    /// `Look`, `New customer`.
    var label: String
}

extension CustomerCardsPage {
    init(_ shop: Shop) {
        self.init(
            layout: shop.site.layout(
                title: "Address cards", section: .sales, crumbs: [shop.customersCrumb]),
            path: shop.links(.customerCards), allPath: shop.links(.allCustomerCards))
    }
}

extension CustomerCardRow {
    /// What became of a card.
    init(_ outcome: CustomerCardOutcome, _ links: SiteLinks) {
        switch outcome {
        case .completed(let buyer, let added, _):
            self.init(
                name: buyer.name, text: "Completed: \(added.joined(separator: ", "))",
                path: links(.customer(buyer.recordNumber)), label: "Look")
        case .known(let buyer, let omitted):
            self.init(
                name: buyer.name,
                text: omitted.isEmpty ? "All of it was known" : "Nothing else was new",
                path: links(.customer(buyer.recordNumber)), label: "Look")
        case .ambiguous(let card, let buyers):
            let names = buyers.map(\.name).joined(separator: ", ")
            self.init(
                name: card.name, text: "Several customers have its address or number: \(names)",
                path: links(.customer(buyers.first?.recordNumber ?? 0)), label: "Look")
        case .new(let card):
            self.init(
                name: card.name, text: "Not a customer yet: add them with their first sale",
                path: links(card.formPath), label: "New customer")
        case .refused(let entry, let reason):
            self.init(
                name: "Card \(entry.number), line \(entry.line)", text: "Not read: \(reason)",
                path: "", label: "")
        }
        if !outcome.omitted.isEmpty {
            text += ". Not kept: " + outcome.omitted.joined(separator: "; ")
        }
    }
}
