import Domain
import Foundation
import Hummingbird
import Persistence

/// What comes back from a sale, which is a record of its own.
struct SaleReturnsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.saleReturns("{id}"), by: .editors(of: .sales), use: new)
        routes.post(.saleReturns("{id}"), by: .editors(of: .sales), use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.pageOfToday(context, page(context.recordNumber))
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "Nothing was returned", on: page(number)
        ) {
            let sale = try await site.once(posted, at: "lines") {
                try await shop.takeBack(
                    SaleInput(posted, leavingOut: SaleLineReader.comesBackNot), from: number,
                    isWhole: posted["all"] == "yes")
            }
            return site.changed(
                sale.json(shop.links), status: .created, at: .sale(sale.recordNumber),
                after: request, announcing: .returnAdded)
        }
    }

    private func page(
        _ number: Int64
    ) -> @Sendable (ManagedObjectContext) throws -> SaleReturnPage {
        { records in
            let sale = try shop.sale(number, in: records)
            try sale.checkForReturns()
            return try SaleReturnPage(sale, shop, in: records)
        }
    }
}

extension Sale {
    /// - Throws: ``SiteError`` 422 if nothing can come back from what it is.
    fileprivate func checkForReturns() throws(SiteError) {
        guard isVoid || isReturn else { return }
        let name = "\(isReturn ? "Return" : "Sale") \(number)"
        throw .unprocessable(
            "Nothing can be returned from \(isVoid ? "a voided sale" : "a return")", "lines", name,
            isVoid ? "it is void" : "it came back itself")
    }
}

extension Shop {
    /// Makes a record of what comes back from a sale.
    ///
    /// - Parameter isWhole: whether all of it does, whatever the lines of the form say.
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func takeBack(
        _ input: SaleInput, from number: Int64, isWhole: Bool
    ) async throws -> SaleValues {
        try await change { context in
            let sale = try sale(number, in: context)
            let returned = try input.make { draft in
                var draft = draft
                if isWhole { draft.lines = sale.wholeReturn(on: draft.day).lines }
                return try sale.addReturn(draft, in: context)
            }
            try household.save(context)
            return SaleValues(returned)
        }
    }
}

extension SaleLineReader {
    /// Whether a line of a form of returns says that nothing of it comes back: its quantity is there
    /// and is empty or zero. A line without that field comes back once, as in a sale.
    static func comesBackNot(_ index: Int, in form: FormData) -> Bool {
        guard let text = form[name(index, "quantity")] else { return isBlank(index, in: form) }
        return text.allSatisfy { $0.isWhitespace } || (try? Quantity.parse(text)) == 0
    }
}

/// The form of what comes back from a sale.
struct SaleReturnPage: FormPage {
    static let template = "sales/return"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$30.00 without what came back`; empty if nothing did.
    var net = ""
    /// Where the form is posted.
    var path: String
    /// Tells one form from the next.
    var mark = ""
    var cancelPath: String
    var summary = FaultSummary()
    var date = FormField()
    var lines: [SaleReturnField]
    /// How a script writes amounts.
    var amounts = AmountSamples(.dollar)
    /// How the money goes back.
    var hasPayments = false
    var payments: [PaymentField] = []
    /// What is wrong with the lines as a whole.
    var linesFault = FormField()
}

/// A line of a sale of which some can come back.
struct SaleReturnField: Sendable {
    /// `lines[0]`, with which the names of its fields begin.
    var name: String
    var productID: String
    /// The record number of the line.
    var lineID = ""
    var product: String
    /// The price that was paid, as a field holds it.
    var unitPrice: String
    /// `3 at $12.50`.
    var details: String
    /// What was typed.
    var quantity = FormField()
    /// How many can come back.
    var most: String
    /// What a script adds up from: `ReturnableLine.figures`; empty where they are too much.
    var figures = ""
    /// Whether all came back already.
    var isGone = false
}

extension SaleReturnPage {
    /// The form for a sale.
    ///
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let values = SaleValues(sale)
        let links = shop.links
        self.init(
            layout: shop.site.layout(
                title: "Return items from \(values.titleWithin)", section: .sales,
                crumbs: shop.crumbs(to: values) + [shop.crumb(values)]),
            title: values.title, details: values.detailsText(in: shop.currency),
            path: links(.saleReturns(values.recordNumber)), mark: TakenForms.newMark(),
            cancelPath: links(.sale(values.recordNumber)),
            date: FormField(CalendarDay.today().description),
            lines: zip(values.lines, sale.returnableLines).enumerated().map { index, pair in
                SaleReturnField(index, pair.0, left: pair.1, shop)
            })
        amounts = AmountSamples(shop.currency)
        if sale.netAmount != values.total {
            net = "\(shop.money(sale.netAmount)) without returns"
        }
        let kinds = try PaymentField.kinds(orLater: false, in: context)
        hasPayments = !kinds.isEmpty
        payments = [PaymentField(blank: 0, kinds)]
        for index in payments.indices { payments[index].label = "Given back" }
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        summary = refusal.summary
        date = FormField(form["date"] ?? date.value, fault: refusal.message(for: "date"))
        linesFault = FormField(fault: refusal.message(for: "lines"))
        for index in lines.indices { lines[index].show(form, refusal) }
        for index in payments.indices { payments[index].show(0, form, refusal) }
    }
}

extension SaleReturnField {
    /// The field of a line.
    init(_ index: Int, _ line: SaleLineValues, left rest: ReturnableLine, _ shop: Shop) {
        let left = rest.quantity
        let returned = line.quantity - left
        self.init(
            name: "lines[\(index)]", productID: String(line.productNumber),
            lineID: String(line.recordNumber),
            product: line.productName, unitPrice: Money.plainText(line.unitPrice),
            details: "\(line.quantity, grouped: true) at \(shop.money(line.unitPrice))"
                + (returned > 0 ? ", of which \(Region.current.text(returned)) returned" : ""),
            most: Region.current.fieldText(quantity: left), isGone: left == 0)
        figures = rest.figures.map { $0.map(String.init).joined(separator: " ") } ?? ""
    }

    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        let faults = ["quantity", "product", "productName", "unitPrice"].compactMap {
            refusal.message(for: "\(name)[\($0)]")
        }
        quantity = FormField(form["\(name)[quantity]"] ?? "", fault: faults.first)
    }
}
