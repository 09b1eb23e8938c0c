import Domain
import Foundation
import Persistence

struct SaleShowPage: TemplatePage {
    static let template = "sales/show"

    var layout: LayoutPage

    /// `Sale 17`, `Return 18`.
    var title: String
    /// `3 lines, 7 pieces`.
    var countText: String
    var actions: [RecordAction]
    /// `Void since Nov 21, 2026: typed twice`; empty for others.
    var voidText = ""
    /// `November 21, 2027 is in the future.`; empty for a day that is not.
    var aheadText = ""
    /// Customer, day, note and returns.
    var facts: [RecordFact]
    /// `$12.50 are still to be paid, since Nov 21, 2026`.
    var owed = ""
    /// The change; empty for none.
    var change = ""

    var lines: [SaleLineRow]
    var total: String
    /// The rows between the lines and the total, and those under it.
    var sums: [SumRow]
    var sumsBelow: [SumRow]
    /// The total minus returns; empty without returns.
    var net = ""
    var payments: [PaymentRow]

    var id: String
    var version: String
    var jsonPath: String
    /// The curl command that makes this sale.
    var curl: String
}

extension SaleShowPage {
    /// The page of a sale.
    ///
    /// - Parameters:
    ///   - items: the keys of the items in its lines that still exist.
    ///   - server: the address of the server, for a command to copy.
    init(_ sale: Sale, _ shop: Shop, items: Set<UUID>, server: String, notices: [Notice]) {
        let (links, currency, texts) = (shop.links, shop.currency, shop.site.papers.english)
        self.init(
            layout: shop.site.layout(
                title: sale.title, section: .sales, crumbs: shop.crumbs(to: sale),
                notices: notices),
            title: sale.title,
            countText: ([ItemCount.text(sale.lines.count, "line", "lines")]
                + [sale.piecesText].compactMap(\.self)).joined(separator: ", "),
            actions: sale.actions(links), facts: sale.facts(shop),
            lines: sale.lines.map { SaleLineRow($0, of: sale, shop, items: items) },
            total: shop.money(sale.total), sums: sale.sumsBeforeTotal(in: currency, texts),
            sumsBelow: sale.sumsAfterTotal(in: currency, texts),
            payments: sale.sortedPayments.map { PaymentRow($0, shop) },
            id: String(sale.recordNumber), version: String(sale.rowVersion),
            jsonPath: links(SitePath.sale(sale.recordNumber).json),
            curl: Self.curl(sale, server, links))
        if sale.netAmount != sale.total { net = shop.money(sale.netAmount) }
        if sale.isAhead { aheadText = "\(DayText.long(sale.dayOrFirst)) is in the future." }
        if let voidedAt = sale.voidedAt {
            voidText = "Void since \(DateText.short(voidedAt)): \(sale.voidReason ?? "")"
            return
        }
        let change = sale.payments.reduce(Decimal(0)) { $1.isVoid ? $0 : $0 + $1.change }
        if change > 0 { self.change = shop.money(change) }
        if sale.owed > 0 {
            owed =
                "\(shop.money(sale.owed)) still to be paid, since \(DayText.short(sale.dayOrFirst))"
        }
    }

    private static func curl(
        _ sale: Sale, _ server: String, _ links: SiteLinks
    ) -> String {
        guard let customer = sale.customer, !sale.isReturn else { return "" }
        let fields =
            [(name: "date", value: sale.dayOrFirst.description)]
            + sale.lines.enumerated().flatMap { $1.fields(at: $0, isPlain: true) }
            + [("discount", sale.discount?.plainText ?? "")]
        return CurlCommand(
            posting: server + links(.customerSales(customer.savedNumber)), filled: fields
        ).text
    }
}

extension Sale {
    /// The forms about the sale that can be used.
    fileprivate func actions(_ links: SiteLinks) -> [RecordAction] {
        var actions = [
            RecordAction(
                label: "Receipt", path: links(.saleReceipt(recordNumber)), icon: "i-receipt",
                shortcut: "p")
        ]
        if hasReturnableLines {
            actions.append(RecordAction("Return", at: links(.saleReturns(recordNumber))))
        }
        if !isVoid {
            actions.append(
                RecordAction(
                    isReturn ? "Credit note" : "Invoice", at: links(.saleInvoice(recordNumber))))
            if isReturn ? unsaid != 0 : (owed > 0 || !isPaymentKnown) && total != 0 {
                actions.append(
                    RecordAction("Add a payment", at: links(.salePayments(recordNumber))))
            }
            if !returns.contains(where: { !$0.isVoid }) {
                actions.append(RecordAction("Void", at: links(.voidSale(recordNumber)), .danger))
            }
        }
        let next = customer.map { SitePath.newCustomerSale($0.savedNumber) } ?? .newSale
        return actions + [.adding("New sale", at: links(next))]
    }

    /// The details of the sale besides its lines.
    fileprivate func facts(_ shop: Shop) -> [RecordFact] {
        let (links, day) = (shop.links, dayOrFirst)
        let original = returnOf.map { sale in
            var link = PathLink(sale: sale, links)
            link.label += ", of which \(shop.money(sale.netAmount)) is left"
            return [link]
        }
        let facts = [
            customer.map {
                RecordFact("Customer", $0.name ?? "", path: links(.customer($0.savedNumber)))
            }
                ?? RecordFact(
                    "Customer", none: isOfWalkIn ? "Walk-in" : "The person was removed"),
            RecordFact(
                plain: "Day", DayText.long(day) + (time.map { " at \($0.text)" } ?? ""),
                path: links(.salesDay(day)),
                time: day.description + (time.map { " \($0)" } ?? "")),
            RecordFact("Note", note ?? "", isLong: true),
            RecordFact("Returned from", original ?? []),
            RecordFact(
                "Returned", sortedReturns.map { PathLink(return: $0, links) }, separator: " · "),
        ]
        return facts.filter { !$0.isEmpty }
    }
}

extension SaleLineRow {
    fileprivate init(_ line: SaleLine, of sale: Sale, _ shop: Shop, items: Set<UUID>) {
        self.init(
            line, isReturn: sale.isReturn, in: shop.currency, shop.site.papers.english)
        path = shop.links(.product(line.product?.savedNumber ?? 0))
        guard let key = line.itemKey else { return }
        hasItem = true
        itemPath = items.contains(key) ? shop.links(.item(key)) : ""
    }
}

extension PathLink {
    /// The link to a sale: `Sale 17, Nov 21, 2026`.
    init(sale: Sale, _ links: SiteLinks) {
        self.init(
            label: "Sale \(sale.writtenNumber), \(DayText.short(sale.dayOrFirst))",
            path: links(.sale(sale.recordNumber)))
    }

    /// The link to a return: `Return 18, Nov 22, 2026`.
    init(return sale: Sale, _ links: SiteLinks) {
        self.init(
            label: "Return \(sale.writtenNumber), \(DayText.short(sale.dayOrFirst))"
                + (sale.isVoid ? ", void" : ""),
            path: links(.sale(sale.recordNumber)))
    }
}

extension Shop {
    /// The breadcrumbs of a sale's page: by its customer, if it has one.
    func crumbs(to sale: Sale) -> [PathLink] {
        sales.crumbs
            + (sale.customer.map {
                [PathLink(label: $0.name ?? "", path: links(.customerSales($0.savedNumber)))]
            } ?? [])
    }

    /// The layout of a page below that of a sale.
    func layout(
        _ title: String, of sale: Sale, topic: GuideTopic? = nil, notices: [Notice] = []
    ) -> LayoutPage {
        site.layout(
            title: title, section: .sales, topic: topic,
            crumbs: crumbs(to: sale) + [
                PathLink(label: sale.title, path: links(.sale(sale.recordNumber)))
            ], notices: notices)
    }
}
