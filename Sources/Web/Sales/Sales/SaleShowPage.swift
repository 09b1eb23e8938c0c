import Domain
import Foundation
import Persistence

struct SaleShowPage: TemplatePage {
    static let template = "sales/show"

    var layout: LayoutPage

    /// `Sale 17`, `Return 18`.
    var title: String
    /// `Void since Nov 21, 2026: typed twice`; empty for others.
    var voidText = ""

    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    var dayPath: String
    /// Whether the day is in the future.
    var isAhead = false
    /// `14:05`.
    var time = ""
    /// The name of the customer, or a text instead: `Walk-in`, `The person was removed`.
    var customer = "The person was removed"
    var customerPath = ""
    var lines: [SaleLineRow]
    var total: String
    /// The rows between the lines and the total, and those under it.
    var sums: [SumRow] = []
    var sumsBelow: [SumRow] = []
    /// The total minus returns; empty without returns.
    var net = ""
    var note = ""
    var payments: [PaymentRow] = []
    /// `$12.50 are still to be paid, since Nov 21, 2026`.
    var owed = ""
    /// The change; empty for none.
    var change = ""
    /// The form for later payments; empty if none can be added.
    var paymentsPath = ""
    /// `3 lines, 7 pieces`.
    var countText: String

    var isReturn = false
    /// The sale that was returned.
    var original: [PathLink] = []
    /// Its total minus returns: `$90.00`; empty for a sale.
    var originalNet = ""
    /// The returns: `Return 18, Nov 22, 2026`.
    var returns: [PathLink] = []

    var id: String
    var version: String
    var receiptPath: String
    /// The form that voids it; empty if it cannot be voided.
    var voidPath = ""
    /// The form of an invoice, or the invoice; empty for a void sale.
    var invoicePath = ""
    /// `Invoice`, `Credit note`.
    var invoiceLabel: String
    /// The form of a return; empty if nothing can be returned.
    var returnsPath = ""
    /// The form of the next sale to the same customer.
    var newPath: String
    var jsonPath: String
    /// The curl command that makes this sale.
    var curl = ""
}

extension SaleShowPage {
    /// The page of a sale.
    ///
    /// - Parameters:
    ///   - items: the keys of the items in its lines that still exist.
    ///   - server: the address of the server, for a command to copy.
    init(_ sale: Sale, _ shop: Shop, items: Set<UUID>, server: String, notices: [Notice]) {
        let (links, saleDay) = (shop.links, sale.dayOrFirst)
        self.init(
            layout: shop.site.layout(
                title: sale.title, section: .sales, crumbs: shop.crumbs(to: sale),
                notices: notices),
            title: sale.title, day: DayText.long(saleDay),
            dayISO: saleDay.description, dayPath: links(.salesDay(saleDay)),
            time: sale.time?.text ?? "",
            customer: sale.buyerName ?? (sale.isOfWalkIn ? "Walk-in" : "The person was removed"),
            customerPath: sale.customer.map { links(.customer($0.savedNumber)) } ?? "",
            lines: sale.lines.map { SaleLineRow($0, of: sale, shop, items: items) },
            total: shop.money(sale.total),
            countText: ([ItemCount.text(sale.lines.count, "line", "lines")]
                + [sale.piecesText].compactMap(\.self)).joined(separator: ", "),
            isReturn: sale.isReturn,
            returns: sale.sortedReturns.map { PathLink(return: $0, links) },
            id: String(sale.recordNumber), version: String(sale.rowVersion),
            receiptPath: links(.saleReceipt(sale.recordNumber)),
            invoiceLabel: sale.isReturn ? "Credit note" : "Invoice",
            newPath: links(sale.customer.map { .newCustomerSale($0.savedNumber) } ?? .newSale),
            jsonPath: links(SitePath.sale(sale.recordNumber).json))
        fill(sale, shop)
        originalNet = sale.returnOf.map { shop.money($0.netAmount) } ?? ""
        if let voidedAt = sale.voidedAt {
            voidText = "Void since \(DateText.short(voidedAt)): \(sale.voidReason ?? "")"
        }
        original = sale.returnOf.map { [PathLink(sale: $0, links)] } ?? []
        isAhead = sale.isAhead
        curl = Self.curl(sale, server, links)
    }

    private mutating func fill(_ sale: Sale, _ shop: Shop) {
        let (links, texts) = (shop.links, shop.site.papers.english)
        (sums, sumsBelow) = (
            sale.sumsBeforeTotal(in: shop.currency, texts),
            sale.sumsAfterTotal(in: shop.currency, texts)
        )
        if sale.netAmount != sale.total { net = shop.money(sale.netAmount) }
        note = sale.note ?? ""
        let change = sale.payments.reduce(Decimal(0)) { $1.isVoid ? $0 : $0 + $1.change }
        if change > 0, !sale.isVoid { self.change = shop.money(change) }
        payments = sale.sortedPayments.map { PaymentRow($0, shop) }
        if sale.owed > 0 && !sale.isVoid {
            owed =
                "\(shop.money(sale.owed)) still to be paid, since \(DayText.short(sale.dayOrFirst))"
        }
        guard !sale.isVoid else { return }
        let number = sale.recordNumber
        invoicePath = links(.saleInvoice(number))
        if !owed.isEmpty || !sale.isPaymentKnown, sale.total != 0 {
            paymentsPath = links(.salePayments(number))
        }
        if !sale.returns.contains(where: { !$0.isVoid }) { voidPath = links(.voidSale(number)) }
        if sale.hasReturnableLines { returnsPath = links(.saleReturns(number)) }
    }

    private static func curl(
        _ sale: Sale, _ server: String, _ links: SiteLinks
    ) -> String {
        guard let customer = sale.customer, !sale.isReturn else { return "" }
        let fields =
            [("date", sale.dayOrFirst.description)]
            + sale.lines.enumerated().flatMap { $1.fields(at: $0, isPlain: true) }
            + [("discount", sale.discount?.plainText ?? "")]
        return CurlCommand(
            posting: server + links(.customerSales(customer.savedNumber)),
            filled: fields.map { (name: $0.0, value: $0.1) }
        ).text
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
