import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// Voids a sale, which does not delete it.
struct SaleVoidController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let sales = shop.sales
        let step = SaleStep(
            refusal: "The sale was not voided", flash: .saleVoided,
            page: { try VoidPage(sales.existing($0, in: $1), sales.shop) }
        ) { number, form in
            var decoder = FormDecoder(form)
            let reason = decoder.line("reason", label: "Reason", limit: 500).value ?? ""
            let version = decoder.integer("version", label: "Version", in: 0...Int.max).value
            let faults = FaultList(decoder.faults)
            return try await sales.save { context in
                let sale = try sales.existing(number, in: context)
                if let version, Int64(version) != sale.rowVersion {
                    throw EditConflict(number, version: sale.rowVersion, sale.json(sales.links))
                }
                try faults.check()
                try ValidationErrors.asking("Reason") { try sale.void(reason: reason) }
                return sale
            }
        }
        add(
            step, at: .voidSale("{id}"), to: &routes,
            as: .form("reason", .version, gives: Sale.schema))
    }
}

/// The confirmation before a sale or a payment is voided.
struct VoidPage: FormPage {
    static let template = "sales/void"

    var layout: LayoutPage
    /// `Sale 17`, `payment 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`, `Cash · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$30.00 without what came back`; empty without returns.
    var net = ""
    /// The reasons why it cannot be voided, as sentences; the form is hidden then.
    var obstacles: [String] = []
    /// The sales that prevent voiding.
    var links: [PathLink] = []
    /// The consequences, as sentences.
    var consequences: [String]
    /// The action of the form.
    var path: String
    var cancelPath: String
    /// The version that the page shows; empty for a payment, which does not change otherwise.
    var version = ""
    var summary = FaultSummary()
    var reason = FormField()

    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        if refusal.status == .conflict {
            summary = FaultSummary([
                FaultLink(
                    field: "reason",
                    text: "This sale has changed since you opened the page. "
                        + "Above is what it is now.")
            ])
        }
        reason.show("reason", form, refusal)
    }
}

extension VoidPage {
    init(_ payment: Payment, _ shop: Shop) {
        let (sale, links) = (payment.sale, shop.links)
        let text = shop.site.papers.english.text(payment)
        let salePath = sale.map { SitePath.sale($0.recordNumber) } ?? .sales
        self.init(
            layout: shop.site.layout(
                title: "Void payment \(payment.number)?", section: .sales,
                crumbs: [shop.salesCrumb] + (sale.map { [PathLink(sale: $0, links)] } ?? [])),
            title: "payment \(payment.number)",
            details: [text, DayText.short(payment.dayOrFirst), shop.money(payment.amount)]
                .joined(separator: " · "),
            consequences: [
                "It stays with its number and no longer counts.",
                payment.amount < 0
                    ? "The money counts as not given back." : "What it paid is to be paid again.",
            ], path: links(.voidPayment(payment.savedNumber)), cancelPath: links(salePath))
        if payment.isVoid {
            obstacles = ["It is void already: \(payment.voidReason ?? "")"]
        }
    }
}

extension VoidPage {
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop) throws {
        let links = shop.links
        self.init(
            layout: shop.layout("Void \(sale.titleWithin)?", of: sale),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            consequences: Self.consequences(sale, shop),
            path: links(.voidSale(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)), version: String(sale.rowVersion))
        if sale.netAmount != sale.total {
            net = "\(shop.money(sale.netAmount)) without returns"
        }
        obstacles = try sale.voidingFaults().map(\.description)
        self.links = sale.sortedReturns.filter { !$0.isVoid }.map { PathLink(return: $0, links) }
    }

    private static func consequences(_ sale: Sale, _ shop: Shop) -> [String] {
        var sentences = [
            "It stays in the list with its number, and no longer counts in the totals.",
            "This cannot be undone.",
        ]
        let paid = sale.payments.filter { !$0.isVoid }
        if !paid.isEmpty {
            sentences.append(
                "\(paid.count == 1 ? "Its payment" : "Its \(paid.count) payments") of "
                    + "\(shop.money(sale.paid)) \(paid.count == 1 ? "is" : "are") void with it.")
        }
        if sale.lines.contains(where: { $0.itemKey != nil }) {
            sentences.append(
                sale.isReturn
                    ? "The returned items of the inventory count as sold again."
                    : "The items of the inventory that were sold are yours again.")
        }
        return sentences
    }
}
