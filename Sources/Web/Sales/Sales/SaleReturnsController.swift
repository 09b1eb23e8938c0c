import Domain
import Foundation
import Hummingbird
import Persistence

/// The returns of a sale, which are separate records.
struct SaleReturnsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let sales = shop.sales
        let step = SaleStep(
            refusal: "Nothing was returned", flash: .returnAdded, keyField: "lines",
            page: { number, records in
                let sale = try sales.existing(number, in: records)
                try sale.checkForReturns()
                return try SaleReturnPage(sale, sales.shop, in: records)
            }
        ) { number, form in
            let input = SaleInput(form, leavingOut: SaleLineReader.isNotReturned)
            var decoder = FormDecoder(form)
            let isWhole = decoder.flag("all", label: "Everything") ?? false
            try FaultList(decoder.faults).check()
            return try await sales.save { context -> Sale in
                let sale = try sales.existing(number, in: context)
                return try input.make { draft -> Sale in
                    var draft = draft
                    // Everything is returned, regardless of the lines in the form.
                    if isWhole { draft.lines = sale.wholeReturn(on: draft.day).lines }
                    return try sale.addReturn(draft, in: context)
                }
            }
        }
        add(
            step, at: .saleReturns("{id}"), to: &routes,
            as: .form(
                of: SaleInput.parameters + ["lines[0][line]", .flag("all")], gives: Sale.schema
            ).adding)
    }
}

extension Sale {
    /// - Throws: ``SiteError`` 422 if nothing of it can be returned.
    fileprivate func checkForReturns() throws(SiteError) {
        guard isVoid || isReturn else { return }
        let name = "\(isReturn ? "Return" : "Sale") \(number)"
        throw .unprocessable(
            "Nothing can be returned from \(isVoid ? "a voided sale" : "a return")", "lines", name,
            isVoid ? "it is void" : "it came back itself")
    }
}

extension SaleLineReader {
    /// Whether a line in the form of a return is not returned: its quantity is posted and empty or
    /// zero. Without a quantity, it counts once, as in a sale.
    static func isNotReturned(_ index: Int, in form: FormData) -> Bool {
        guard let text = form[name(index, "quantity")] else { return isBlank(index, in: form) }
        return text.allSatisfy { $0.isWhitespace } || (try? Quantity.parse(text)) == 0
    }
}

/// The form for a return of a sale.
struct SaleReturnPage: FormPage {
    static let template = "sales/return"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$30.00 without what came back`; empty without returns.
    var net = ""
    /// The action of the form.
    var path: String
    var idempotencyKey = ""
    var cancelPath: String
    var summary = FaultSummary()
    var date = FormField()
    var lines: [SaleReturnField]
    /// Samples of amounts for a script.
    var amounts = AmountSamples(.dollar)
    /// Whether the form has repayments.
    var hasPayments = false
    var payments: [PaymentField] = []
    /// The fault of the lines as a whole.
    var linesFault = FormField()
}

/// A line of a sale that can be returned.
struct SaleReturnField: Sendable {
    /// The prefix of its field names, `lines[0]`.
    var name: String
    var productID: String
    /// The record number of the line.
    var lineID = ""
    var product: String
    /// The paid price as text of a field.
    var unitPrice: String
    /// `3 at $12.50`.
    var details: String
    /// The input for the quantity.
    var quantity = FormField()
    /// The maximum quantity.
    var most: String
    /// The figures for a script: `ReturnableLine.figures`; empty if they are too long.
    var figures = ""
    /// Whether everything was already returned.
    var isGone = false
}

extension SaleReturnPage {
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        self.init(
            layout: shop.layout("Return items from \(sale.titleWithin)", of: sale),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            path: links(.saleReturns(sale.recordNumber)),
            idempotencyKey: IdempotencyKeys.newKey(),
            cancelPath: links(.sale(sale.recordNumber)),
            date: FormField(CalendarDay.today().description),
            lines: zip(sale.lines, sale.returnableLines).enumerated().map { index, pair in
                SaleReturnField(index, pair.0, left: pair.1, shop)
            })
        amounts = AmountSamples(shop.currency)
        if sale.netAmount != sale.total {
            net = "\(shop.money(sale.netAmount)) without returns"
        }
        let kinds = try PaymentField.kinds(orLater: false, in: context)
        hasPayments = !kinds.isEmpty
        payments = [PaymentField(blank: 0, kinds)]
        for index in payments.indices { payments[index].label = "Given back" }
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        date.show("date", form, refusal)
        linesFault = FormField(fault: refusal.message(for: "lines"))
        for index in lines.indices { lines[index].show(form, refusal) }
        for index in payments.indices { payments[index].show(0, form, refusal) }
    }
}

extension SaleReturnField {
    init(_ index: Int, _ line: SaleLine, left rest: ReturnableLine, _ shop: Shop) {
        let (left, quantity, price) = (rest.quantity, line.quantity ?? 0, line.unitPrice ?? 0)
        let returned = quantity - left
        self.init(
            name: "lines[\(index)]", productID: String(rest.product), lineID: String(rest.line),
            product: line.product?.name ?? "", unitPrice: Money.plainText(price),
            details: "\(quantity, grouped: true) at \(shop.money(price))"
                + (returned > 0 ? ", of which \(Region.current.text(returned)) returned" : ""),
            most: Region.current.fieldText(quantity: left), isGone: left == 0)
        figures = rest.figures.map { $0.map(String.init).joined(separator: " ") } ?? ""
    }

    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        let faults = ["quantity", "product", "productName", "unitPrice"].compactMap {
            refusal.message(for: "\(name)[\($0)]")
        }
        quantity = FormField(form["\(name)[quantity]"] ?? "", fault: faults.first)
    }
}
