import Domain
import Foundation
import Persistence

/// One customer with all their purchases.
struct CustomerShowPage: TemplatePage {
    static let template = "sales/customers/show"

    var layout: LayoutPage
    var id: String
    var name: String
    var version: String
    var emailid: String
    /// `mailto:…`.
    var emailLink: String
    var contactno: String
    /// `tel:…`.
    var contactLink: String

    /// Other customers who may be the same person.
    var duplicates: [CustomerDuplicate] = []
    /// Warnings about the card.
    var cardWarnings: [Notice] = []
    /// `$12.50 still to be paid, since Nov 21, 2026.`; empty for nothing.
    var owed = ""
    /// The list of unpaid sales.
    var owedPath: String
    var figures: [Figure]
    var facts: [RecordFact]
    /// The latest purchases, and the products bought.
    var parts: [RecordPart]

    /// The form of a quote for the customer.
    var newQuotePath: String
    /// The statement to print.
    var statementPath: String
    /// The customer as a vCard.
    var cardPath: String
    /// All stored data about the customer, as a file.
    var everythingPath: String
    var editPath: String
    var mergePath: String
    var anonymizePath: String
    var deletePath: String
    var newSalePath: String
    var jsonPath: String
    /// The curl command that creates such a customer.
    var curl: String
}

extension CustomerShowPage {
    /// The number of purchases shown.
    private static let shownPurchases = 20

    /// - Throws: errors of the store.
    init(
        _ customer: Customer, server: String, notices: [Notice], _ shop: Shop,
        in context: ManagedObjectContext
    ) throws {
        let values = try shop.customers.values(customer, in: context)
        let (links, number) = (shop.links, values.recordNumber)
        let bought = try SalesSummary.by(
            .product, of: SalesPeriod(customer: number), in: context)
        let sales = try Self.latestSales(customer, in: context)
        var purchases = RecordPart.purchases(sales.prefix(Self.shownPurchases), shop)
        if sales.count > Self.shownPurchases {
            purchases.more = [
                RecordAction(
                    "Show all \(values.countText)", at: links(.customerSales(number)))
            ]
        }
        self.init(
            layout: shop.customers.layout(values.name, notices: notices),
            id: String(number), name: values.name, version: String(values.rowVersion),
            emailid: values.emailid, emailLink: "mailto:" + values.emailid,
            contactno: values.contactno,
            contactLink: ContactNumber(values.contactno).telephonePath,
            owedPath: links(
                ListQuery().filtered("state", by: "owed").address(of: .customerSales(number))),
            figures: Self.figures(values, bought, shop), facts: values.facts(shop),
            parts: sales.isEmpty
                ? [RecordPart(icon: "i-receipt", blank: "No purchases yet")]
                : [purchases] + (bought.isEmpty ? [] : [try .products(bought, shop, in: context)]),
            newQuotePath: links(.newQuote(for: number)),
            statementPath: links(.customerStatement(number)),
            cardPath: links(.customerCard(number)),
            everythingPath: links(.everythingAboutCustomer(number)),
            editPath: links(shop.customers.paths.edit(number)),
            mergePath: links(.mergeCustomer(number)),
            anonymizePath: links(.anonymizeCustomer(number)),
            deletePath: links(shop.customers.paths.delete(number)),
            newSalePath: links(.newCustomerSale(number)),
            jsonPath: links(SitePath.customer(number).json),
            curl: Self.curl(values, sales.first, server, links))
        duplicates = try CustomerDuplicate.of(customer, links, in: context).map(\.warning)
        cardWarnings = values.cardWarnings.map {
            Notice(
                text: $0.text, isWarning: true, linkPath: editPath, linkLabel: "Edit the card")
        }
        let debt = try customer.owed(in: context)
        if debt > 0 {
            let since = try customer.owedSince(in: context).map { ", since \(DayText.short($0))" }
            owed = "\(shop.money(debt)) still to be paid\(since ?? "")."
        }
    }

    /// The latest sales, one more than shown, to find out whether there are more.
    private static func latestSales(
        _ customer: Customer, in context: ManagedObjectContext
    ) throws -> [Sale] {
        var query = SaleQuery()
        query.customer = customer.objectID.recordNumber
        var request = try query.fetchRequest(context.coordinator)
        request.sortDescriptors = [
            FetchSortDescriptor("date", ascending: false),
            FetchSortDescriptor("number", ascending: false),
        ]
        request.fetchLimit = shownPurchases + 1
        request.relationshipKeyPathsForPrefetching = ["lines", "lines.product"]
        return try context.fetch(request)
    }

    private static func figures(
        _ customer: CustomerValues, _ bought: [Int64: SalesSummary], _ shop: Shop
    ) -> [Figure] {
        let links = shop.links
        let (totals, path) = (customer.summary.totals, SitePath.customer(customer.recordNumber))
        return [
            Figure(
                value: shop.money(totals.amount), label: "in all", path: links(path.at("purchases"))
            ),
            Figure(
                value: "\(totals.saleCount, grouped: true)",
                label: totals.saleCount == 1 ? "sale" : "sales",
                path: links(path.at("purchases"))),
            Figure(
                value: "\(bought.count, grouped: true)",
                label: bought.count == 1 ? "product" : "products",
                path: links(path.at("products"))),
        ]
    }

    private static func curl(
        _ customer: CustomerValues, _ sale: Sale?, _ server: String, _ links: SiteLinks
    ) -> String {
        let line = sale?.lines.first
        let fields: [(name: String, value: String)] = [
            ("name", customer.name), ("emailid", customer.emailid),
            ("contactno", customer.contactno), ("productName", line?.product?.name ?? ""),
            ("quantity", line.map { Quantity.text($0.quantity ?? 1) } ?? ""),
            ("unitPrice", line.map { Money.plainText($0.unitPrice ?? 0) } ?? ""),
        ]
        return CurlCommand(posting: server + links(.customers), filled: fields).text
    }
}

extension CustomerValues {
    /// The details of the customer besides the name, the number and the e-mail address.
    fileprivate func facts(_ shop: Shop) -> [RecordFact] {
        let links = shop.links
        let card = card.map { [$0.text, $0.detailsText].filter { !$0.isEmpty } } ?? []
        var numbers = RecordFact("Further numbers", "")
        numbers.links = record.furtherNumbers.enumerated().map { index, number in
            let lead = [index > 0 ? "," : nil, number.label].compactMap(\.self)
            return FactLink(
                lead: lead.map { $0 + " " }.joined(), label: number.number,
                path: number.telephonePath)
        }
        let tags = record.tags.sorted { ($0.name ?? "") < ($1.name ?? "") }.map { tag in
            let list = ListQuery().filtered("tag", by: String(tag.savedNumber))
            return PathLink(label: tag.name ?? "", path: links(list.address(of: .customers)))
        }
        let language: String = self.paperLanguage
        let facts =
            [
                card.isEmpty
                    ? RecordFact("Card", none: "None")
                    : RecordFact("Card", card.joined(separator: " · ")),
                numbers,
            ]
            + addresses.map { address in
                let lines = [address.label ?? ""].filter { !$0.isEmpty } + address.lines
                return RecordFact("Address", lines.joined(separator: "\n"), isLong: true)
            } + [
                RecordFact("Tags", tags, separator: ", "),
                RecordFact("Tax number", self.taxNumber),
                // An unknown language is shown by its code.
                RecordFact(
                    "Language of papers", shop.site.papers[language]?.name ?? language),
                RecordFact("Notes", self.notes, isLong: true),
                consentText.isEmpty
                    ? RecordFact("Marketing consent", none: "Not asked")
                    : RecordFact("Marketing consent", consentText),
                RecordFact("First purchase", of: summary.days?.lowerBound),
                RecordFact("Last purchase", of: summary.days?.upperBound),
            ]
        return facts.filter { !$0.isEmpty }
    }
}

extension RecordFact {
    /// The day of a purchase.
    fileprivate init(_ label: String, of day: CalendarDay?) {
        guard let day else {
            self.init(label, none: "None")
            return
        }
        self.init(plain: label, DayText.short(day), time: day.description)
    }
}

extension ContactNumber {
    /// `tel:+221771234567`.
    fileprivate var telephonePath: String {
        "tel:" + number.filter { "+0123456789".contains($0) }
    }
}

extension RecordPart {
    /// The sales to a customer.
    fileprivate static func purchases(_ sales: some Sequence<Sale>, _ shop: Shop) -> RecordPart {
        var table = ListTable(
            caption: "Purchases", style: ListTable.Style.purchases.rawValue,
            heads: [
                ListHead("Products", .name), ListHead("Date", .day), ListHead("Total", .value),
            ])
        table.fill(
            sales.map { sale in
                let states = (sale.isReturn ? ["return"] : []) + (sale.isVoid ? ["void"] : [])
                return ListRow(
                    anchor: "", path: shop.links(.sale(sale.recordNumber)),
                    name: sale.productsText, pill: states.joined(separator: ", "),
                    small: "No. \(sale.writtenNumber)",
                    [
                        ListCell(day: sale.day),
                        ListCell(shop.money(sale.total), isNone: sale.isVoid),
                    ])
            })
        return RecordPart(id: "purchases", heading: table.caption, table: table)
    }
}

/// The warning about another customer with the same e-mail address, or the same digits in the number.
struct CustomerDuplicate: Sendable {
    let name: String
    /// The common value, in a sentence.
    let text: String
    let path: String
    /// The page that merges the customer into the other.
    let mergePath: String

    /// The warnings about customers who may be the same person, with their record numbers.
    ///
    /// - Throws: errors of the store.
    static func of(
        _ customer: Customer, _ links: SiteLinks, in context: ManagedObjectContext
    ) throws -> [(number: Int64, warning: CustomerDuplicate)] {
        try Customer.sharing(
            emailid: customer.emailid, contactno: customer.contactno, otherThan: customer,
            in: context
        ).prefix(5).map { ($0.savedNumber, CustomerDuplicate($0, sameAs: customer, links)) }
    }

    private init(_ other: Customer, sameAs customer: Customer, _ links: SiteLinks) {
        name = other.name ?? ""
        let isSameAddress =
            other.emailid != nil
            && other.emailid?.lowercased() == customer.emailid?.lowercased()
        text =
            isSameAddress
            ? "Another customer has the e-mail \(other.emailid ?? "")."
            : "Another customer has the number \(other.contactno ?? "")."
        path = links(.customer(other.savedNumber))
        mergePath = links(
            ListQuery().filtered("into", by: String(other.savedNumber))
                .address(of: .mergeCustomer(customer.savedNumber)))
    }

    /// The warning as JSON.
    func json(of number: Int64) -> JSONValue {
        .object([
            ("message", .string(text)), ("id", .int(number)), ("name", .string(name)),
            ("href", .string(path)),
        ])
    }
}
