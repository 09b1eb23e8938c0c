import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// Voids a sale, which does not delete it, and adds its returns, which are separate records.
struct SaleCorrectionsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        add(
            voiding, at: .voidSale("{id}"), to: &routes,
            as: .form("reason", .version, gives: Sale.schema))
        add(
            returning, at: .saleReturns("{id}"), to: &routes,
            as: .form(
                of: SaleInput.parameters + ["lines[0][line]", .flag("all")], gives: Sale.schema
            ).adding)
    }

    private var voiding: ChangeForm<Int64> {
        let sales = shop.sales
        return ChangeForm(
            refusal: "The sale was not voided", flash: .saleVoided,
            page: { try VoidPage(sales.existing($0, in: $1), sales.shop) }
        ) { number, form, context in
            var decoder = FormDecoder(form)
            let reason = decoder.reason()
            let version = decoder.integer("version", label: "Version", in: 0...Int.max).value
            let sale = try sales.existing(number, in: context)
            if let version, Int64(version) != sale.rowVersion {
                throw EditConflict(
                    number, version: sale.rowVersion, try sale.json(sales.links))
            }
            try FaultList(decoder.faults).check()
            try ValidationErrors.asking("Reason") { try sale.void(reason: reason) }
            return try sales.saved(sale, in: context)
        }
    }

    private var returning: ChangeForm<Int64> {
        let sales = shop.sales
        return ChangeForm(
            refusal: "Nothing was returned", flash: .returnAdded, keyField: "lines",
            page: { number, records in
                let sale = try sales.existing(number, in: records)
                try sale.checkForReturns()
                return try SaleReturnPage(sale, sales.shop, in: records)
            }
        ) { number, form, context in
            var decoder = FormDecoder(form)
            let isWhole = decoder.flag("all", label: "Everything") ?? false
            try FaultList(decoder.faults).check()
            let sale = try sales.existing(number, in: context)
            let input = SaleInput(
                try form.namingProducts(of: sale), leavingOut: SaleLineReader.isNotReturned)
            let returned = try input.make { draft in
                var draft = draft
                // Everything is returned, regardless of the lines in the form.
                if isWhole { draft.lines = sale.wholeReturn(on: draft.day).lines }
                return try sale.addReturn(draft, in: context)
            }
            return try sales.saved(returned, in: context)
        }
    }
}

extension FormData {
    /// The form of a return with the products of the lines that it names by their number alone.
    ///
    /// - Throws: ``ValidationErrors`` for a number that no line of the sale has.
    fileprivate func namingProducts(of sale: Sale) throws(ValidationErrors) -> FormData {
        var form = self
        var faults: [FieldError] = []
        for index in SaleLineReader.indexes(in: self) {
            func text(_ key: String) -> String { self[SaleLineReader.name(index, key)] ?? "" }
            let isNamed = ["product", "productName", "itemKey"].contains { !text($0).isEmpty }
            guard !isNamed, let number = Int64(text("line")),
                !SaleLineReader.isNotReturned(index, in: self)
            else { continue }
            if let line = sale.lines.first(where: { $0.savedNumber == number }) {
                let product = String(line.product?.savedNumber ?? 0)
                form.append([(SaleLineReader.name(index, "product"), product)])
            } else {
                faults.append(
                    FieldError(
                        field: SaleLineReader.name(index, "line"),
                        label: SaleLineReader.label(index, "line"),
                        message: "this sale has no line \(number)"))
            }
        }
        guard faults.isEmpty else { throw ValidationErrors(faults: faults) }
        return form
    }
}

extension FormDecoder {
    /// The reason why a sale or a payment is voided, or a day is reopened.
    mutating func reason() -> String {
        line("reason", label: "Reason", limit: 500).value ?? ""
    }
}

/// The confirmation before a sale or a payment is voided.
struct VoidPage: FieldsPage {
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
    var fields = FormFields("reason")

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
        fields.show(form, refusal)
    }
}

extension VoidPage {
    init(_ payment: Payment, _ shop: Shop) {
        let (sale, links) = (payment.sale, shop.links)
        let text = shop.site.papers.english.text(payment)
        let salePath = sale.map { SitePath.sale($0.recordNumber) } ?? .sales
        self.init(
            layout: shop.sales.layout("Void payment \(payment.number)?"),
            title: "payment \(payment.number)",
            details: [text, DayText.short(payment.dayOrFirst), shop.money(payment.amount)]
                .joined(separator: " · "),
            consequences: [
                "It stays with its number and no longer counts.",
                payment.amount < 0
                    ? "The money counts as not given back." : "What it paid is to be paid again.",
            ], path: links(.voidPayment(payment.savedNumber)), cancelPath: links(salePath))
        if let sale { layout.crumbs.append(PathLink(sale: sale, links)) }
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

extension Sale {
    /// - Throws: ``SiteError`` 422 if nothing of it can be returned.
    fileprivate func checkForReturns() throws(SiteError) {
        guard isVoid || isReturn else { return }
        throw .unprocessable(
            "Nothing can be returned from \(isVoid ? "a voided sale" : "a return")", "lines", title,
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
struct SaleReturnPage: FieldsPage {
    static let template = "sales/return"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$30.00 without what came back`; empty without returns.
    var net = ""
    /// `$40.00`, what is due of the sale, and the same in hundredths for a script; empty if nothing
    /// is.
    var owed = ""
    var owedCents = ""
    /// The action of the form.
    var path: String
    var idempotencyKey = ""
    var cancelPath: String
    var summary = FaultSummary()
    /// The day, and the fault of the lines as a whole.
    var fields: FormFields
    var lines: [SaleReturnField]
    /// Samples of amounts for a script.
    var amounts = AmountSamples(.dollar)
    /// The repayments.
    var payments: [PaymentField] = []
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
            fields: FormFields(["date": CalendarDay.today().description, "lines": ""]),
            lines: zip(sale.lines, sale.returnableLines).enumerated().map { index, pair in
                SaleReturnField(index, pair.0, left: pair.1, shop)
            })
        amounts = AmountSamples(shop.currency)
        if sale.netAmount != sale.total {
            net = "\(shop.money(sale.netAmount)) without returns"
        }
        if sale.owed > 0 { (owed, owedCents) = (shop.money(sale.owed), String(sale.owedCents)) }
        let kinds = try PaymentField.kinds(orLater: false, in: context)
        payments =
            kinds.isEmpty ? [] : [PaymentField(blank: 0, kinds, labeled: "Given back")]
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        fields.show(form, refusal)
        for index in lines.indices { lines[index].show(form, refusal) }
        for index in payments.indices { payments[index].show(form, refusal) }
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
        let faults = ["quantity", "product", "productName", "line", "unitPrice"].compactMap {
            refusal.message(for: "\(name)[\($0)]")
        }
        quantity = FormField(form["\(name)[quantity]"] ?? "", fault: faults.first)
    }
}
