import Domain
import Foundation
import Persistence

/// The common parts of a printed receipt, invoice or quote: sender, buyer, lines, sums and taxes.
struct PaperDocument: Sendable {
    var head: PaperHead
    /// Whether it is an invoice or a quote, whose lines have positions and taxes.
    var isWhole = false
    var buyerName: String
    var buyerAddress = ""
    /// Number, days, reference and other facts.
    var facts: [SumRow] = []
    var lines: [SaleLineRow] = []
    /// `Paid: Cash`, with the reference of the payment; empty for other papers.
    var paid = ""
    /// The rows between the lines and the total.
    var sums: [SumRow] = []
    var total: String
    /// The rows under the total: the payments, the paid and the due amount.
    var sumsBelow: [SumRow] = []
    /// The taxes by rate.
    var taxes: [TaxTotalsRow] = []
    /// The meaning of the tax category letters; empty without taxes.
    var legend = ""
    var note = ""
}

/// The page of a quote or an invoice, to print on A4.
struct PaperPage: TemplatePage {
    static let template = "sales/paper"

    var layout: LayoutPage
    /// `Invoice 5`, `Credit note 6`, `Quote 3`.
    var title: String
    /// The links to the list or the sale, and to the form of a copy.
    var links: [PathLink]
    var document: PaperDocument
    var jsonPath: String
    /// `Withdrawn since Nov 21, 2026`, `Its prices were valid until Nov 21, 2026`; empty for neither.
    var stateText = ""
    /// The sale made from a quote: `Sale 17, Nov 21, 2026`.
    var sale: [PathLink] = []
    /// The actions of a quote that can become a sale; empty for others.
    var withdrawalPath = ""
    var editPath = ""
    var salePath = ""
}

/// The totals of a paper with one tax rate.
struct TaxTotalsRow: Sendable {
    var title: String
    var net: String
    var tax: String
    var gross: String
}

extension PaperDocument {
    /// The paper of priced values; call it in ``PaperStyle/write(_:)``.
    ///
    /// - Parameters:
    ///   - words: the words of an issued invoice for the products. Default: the present ones.
    ///   - currency: the currency of its amounts.
    ///   - details: the profile of the shop.
    ///   - buyer: the name and address of the buyer.
    ///   - facts: number, days and other facts.
    ///   - sums: the rows under the total. Default: none.
    ///   - legend: the meaning of the tax category letters; empty, the default, for none.
    init(
        _ title: String, of priced: some PricedPaper, naming words: [IssuedTexts.Line] = [],
        in currency: Currency, _ style: PaperStyle, from details: ShopDetails,
        to buyer: (name: String, address: String), facts: [SumRow], below sums: [SumRow] = [],
        legend: String = "", note: String
    ) {
        let texts = style.texts
        let taxTexts = Dictionary(
            priced.taxes.map { ($0.rate, $0.shortText(isCoded: !legend.isEmpty)) },
            uniquingKeysWith: { first, _ in first })
        self.init(
            head: PaperHead(title, from: details, style, isWhole: true), isWhole: true,
            buyerName: buyer.name, buyerAddress: buyer.address,
            facts: facts.filter { !$0.amount.isEmpty },
            lines: priced.lines(named: words).enumerated().map { index, entry in
                let (line, words) = entry
                var row = SaleLineRow(
                    line, isReturn: priced.isReturn, in: currency, texts, called: words)
                let unit = texts.unit(words.unit, of: line.quantity ?? 0)
                if !unit.isEmpty { row.quantity += " \(unit)" }
                row.position = String(index + 1)
                row.tax = taxTexts[line.taxRate?.objectID.recordNumber] ?? "–"
                return row
            }, sums: priced.sumsBeforeTotal(in: currency, texts),
            total: currency.text(priced.total),
            sumsBelow: sums, taxes: priced.taxRows(in: currency, texts, isCoded: !legend.isEmpty),
            legend: legend,
            note: note)
    }
}

extension PricedPaper {
    /// The taxes by rate, followed by their sums if there are several.
    fileprivate func taxRows(
        in currency: Currency, _ texts: PaperTexts, isCoded: Bool
    ) -> [TaxTotalsRow] {
        func row(_ title: String, _ net: Decimal, _ tax: Decimal) -> TaxTotalsRow {
            TaxTotalsRow(
                title: title, net: currency.text(net), tax: currency.text(tax),
                gross: currency.text(net + tax))
        }
        let rows = taxes.map { tax in
            let code = isCoded ? tax.category.map { " (\($0.rawValue))" } ?? "" : ""
            return row(texts.title(of: tax) + code, tax.net, tax.tax)
        }
        guard isCoded, rows.count > 1 else { return rows }
        return rows + [row(texts[.allTaxes], total - tax, tax)]
    }
}

extension SaleTax {
    /// `19 %`, `19 % S`; `–` for none, or `E`.
    fileprivate func shortText(isCoded: Bool) -> String {
        let percent = percent?.text
        guard isCoded else { return percent ?? "–" }
        let parts = [percent, category?.rawValue].compactMap(\.self)
        return parts.isEmpty ? "–" : parts.joined(separator: " ")
    }
}

/// A line of a sale or a quote, on its page and on paper.
struct SaleLineRow: Sendable {
    var product: String
    var path = ""
    /// `1,200`; on an invoice or a quote with the unit, `1,500 g`.
    var quantity: String
    /// `$12.50`.
    var unitPrice: String
    /// `$37.50`.
    var amount: String
    /// Whether an item of the inventory was sold.
    var hasItem = false
    /// The page of the item; empty if it was deleted.
    var itemPath = ""
    /// `less 10 %`; empty without a discount.
    var discount = ""
    /// The place of the line on an invoice or a quote.
    var position = ""
    /// `19 %`; `–` for none.
    var tax = ""
}

extension SaleLineRow {
    /// The row of a line.
    ///
    /// - Parameters:
    ///   - isReturn: whether it is of a return, so that its amount is negative, as the total is.
    ///   - texts: the texts of the page or the paper.
    ///   - words: the words for the product. Default: the present ones.
    init(
        _ line: some PricedLine, isReturn: Bool, in currency: Currency, _ texts: PaperTexts,
        called words: IssuedTexts.Line? = nil
    ) {
        var discount = ""
        if let given = line.discount, line.discountAmount != 0 {
            let text = given.share?.text ?? currency.text(line.discountAmount)
            discount = texts.text(.lineDiscount, ["discount": text])
        }
        self.init(
            product: words?.name ?? line.product?.name ?? "",
            quantity: "\(line.quantity ?? 0, grouped: true)",
            unitPrice: currency.text(line.unitPrice ?? 0),
            amount: currency.text(isReturn ? -line.shownAmount : line.shownAmount),
            discount: discount)
    }
}

/// A row under the lines of a sale: `Discount 10 %`, `VAT 19 % in it`, `Paid: Cash`.
struct SumRow: Sendable {
    var label: String
    var amount: String
    /// Whether the payment is void.
    var isVoid = false
    /// The page of an unpaid sale, and why it is open: `not paid`.
    var path = ""
    var state = ""
}

extension PricedPaper {
    /// The rows between the lines and the total: the sum, the discount, and the taxes added to the
    /// prices. Empty if the lines alone make the total.
    func sumsBeforeTotal(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        let sign: Decimal = isReturn ? -1 : 1
        let shares = lines.reduce(Decimal(0)) { $0 + $1.share }
        let added = taxes.filter { $0.isAdded && $0.rate != nil }
        guard shares != 0 || !added.isEmpty else { return [] }
        let sum = lines.reduce(Decimal(0)) { $0 + $1.shownAmount }
        var rows = [SumRow(label: texts[.subtotal], amount: currency.text(sign * sum))]
        if shares != 0 {
            rows.append(
                SumRow(label: texts.text(discount), amount: currency.text(-sign * shares)))
        }
        return rows
            + added.map { tax in
                let values = ["tax": texts.title(of: tax), "amount": currency.text(tax.net)]
                return SumRow(
                    label: texts.text(.addedTax, values), amount: currency.text(tax.tax))
            }
    }

    /// The taxes in the total.
    func includedTaxes(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        taxes.filter { !$0.isAdded && $0.rate != nil }.map { tax in
            let values = ["tax": texts.title(of: tax), "amount": currency.text(tax.gross)]
            return SumRow(label: texts.text(.includedTax, values), amount: currency.text(tax.tax))
        }
    }
}

extension Sale {
    /// The rows under the total: the included taxes, the payments, and the unpaid amount.
    func sumsAfterTotal(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        var rows = includedTaxes(in: currency, texts)
        for payment in sortedPayments {
            let day = payment.dayOrFirst
            let label = [
                texts.text(payment), day == dayOrFirst ? "" : DayText.short(day),
                payment.isVoid ? texts[.void].lowercased() : "",
            ]
            rows.append(
                SumRow(
                    label: label.filter { !$0.isEmpty }.joined(separator: ", "),
                    amount: currency.text(payment.amount), isVoid: payment.isVoid))
            if payment.change > 0, !payment.isVoid {
                rows.append(
                    SumRow(label: texts[.given], amount: currency.text(payment.tendered)))
                rows.append(SumRow(label: texts[.change], amount: currency.text(payment.change)))
            }
        }
        if isPaymentKnown, owed > 0, !isVoid {
            rows.append(SumRow(label: texts[.stillToPay], amount: currency.text(owed)))
        }
        return rows
    }

    /// `7 pieces`, `1.5 m`; nil for different units, which cannot be added.
    var piecesText: String? {
        let quantities = lines.map { $0.quantity ?? 0 }
        let quantity = quantities.reduce(0, +)
        if quantities.allSatisfy(Quantity.isWhole) {
            return "\(quantity, grouped: true) \(quantity == 1 ? "piece" : "pieces")"
        }
        let units = Set(lines.map { $0.product?.unit ?? "" })
        guard units.count == 1, let unit = units.first else { return nil }
        return "\(quantity, grouped: true) \(unit)"
    }
}

extension PricedLine {
    /// The amount at the line: without its share of the sale's discount and without taxes added to
    /// the prices, which have their own rows.
    fileprivate var shownAmount: Decimal { listAmount - discountAmount }
}

/// The language and the region of a paper for a customer.
struct PaperStyle: Sendable {
    let texts: PaperTexts
    let region: Region

    /// - Parameter region: that of the household, or that of the time of issue.
    init(_ texts: PaperTexts, in region: Region) {
        self.texts = texts
        self.region = region.writing(in: texts.code)
    }

    /// The language for HTML: `de-DE`.
    var tag: String { region.languageTag }

    /// The default paper size.
    var paper: Paper { region.paper == .letter ? .letter : .a4 }

    /// Formats days and amounts in the region of the paper.
    func write<T>(_ body: () throws -> T) rethrows -> T {
        try Region.$current.withValue(region, operation: body)
    }
}

extension Shop {
    /// The style of papers for a customer: in their language, or that of the shop, or that of the
    /// household’s region.
    ///
    /// - Parameter customer: nil for a buyer who is not a customer.
    /// - Throws: errors of the store.
    func style(
        for customer: Customer?, in context: ManagedObjectContext
    ) throws -> PaperStyle {
        let region = Region.current
        let profile = try ShopProfile.current(in: context)
        return PaperStyle(
            site.papers.texts(
                in: [customer?.paperLanguage, profile?.paperLanguage, region.languageTag]),
            in: region)
    }

    /// The style of an invoice, which stays as it was issued.
    func style(of invoice: InvoiceValues) -> PaperStyle {
        PaperStyle(
            site.papers.texts(in: [invoice.issued?.language]),
            in: invoice.issued?.region.flatMap { Region($0) } ?? .current)
    }
}

/// The head of every paper for a customer (`sales/_letterhead`).
struct PaperHead: Sendable {
    /// `Invoice 5`, `Quote 3`, in the language of the paper.
    var title: String
    /// The language of the paper, for HTML.
    var language: String
    var labels: PaperLabels
    /// The page of the style sheet: `a4`, `letter`, `roll-180`.
    var page: String
    /// The name of the shop.
    var shop: String
    /// The lines of its address.
    var address: String
    /// `Tax number 12/345/67890`; empty for none.
    var taxNumber: String
}

extension PaperHead {
    /// - Parameters:
    ///   - details: the profile of the shop.
    ///   - isWhole: whether it includes the country and contact details, as a letter does.
    init(
        _ title: String, from details: ShopDetails, _ style: PaperStyle, isWhole: Bool = false
    ) {
        let others =
            isWhole
            ? [details.countryCode].filter { !$0.isEmpty } + details.contact : []
        self.init(
            title: title, language: style.tag, labels: style.texts.labels,
            page: style.paper.rawValue, shop: details.name,
            address: (details.address + others).joined(separator: "\n"),
            taxNumber: style.texts.taxNumber(details.taxNumber))
    }
}

/// The paper size of a receipt.
enum Paper: String, CaseIterable, Sendable {
    case a4
    case letter
    /// A roll 80 mm wide.
    case roll

    var label: String {
        switch self {
        case .a4: "A4"
        case .letter: "Letter"
        case .roll: "80 mm roll"
        }
    }

    /// The lengths in millimeters for which the style sheet has a page; the printer cuts a roll
    /// after its page.
    private static let rollLengths = [100, 140, 180, 240, 320, 480, 640, 1_000]

    /// The name of the style sheet's page for a receipt.
    ///
    /// - Parameters:
    ///   - lines: the number of sold lines.
    ///   - others: the number of lines about the shop, beyond its name and one line at the end.
    func pageName(lines: Int, others: Int) -> String {
        guard self == .roll else { return rawValue }
        // A line with a long name takes three rows of print; head and foot take ten.
        let needed = 70 + 14 * lines + 6 * others
        let length = Self.rollLengths.first { $0 >= needed } ?? 1_000
        return "roll-\(length)"
    }
}
