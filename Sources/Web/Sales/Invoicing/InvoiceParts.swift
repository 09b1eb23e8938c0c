import Domain
import Foundation
import Persistence

/// The content that EN 16931 requires of an invoice, by the numbers of its business terms. The
/// amounts of a credit note are positive, as in the standard.
struct InvoiceParts {
    private let invoice: InvoiceValues
    private let shop: ShopDetails
    private let currency: Currency
    /// The taxes with positive amounts, for sales and credit notes.
    private let taxes: [SaleTax]

    init(_ invoice: InvoiceValues, from shop: ShopDetails, in currency: Currency) {
        self.invoice = invoice
        self.shop = shop
        self.currency = currency
        let taxes = invoice.sale.taxes
        self.taxes = invoice.sale.isReturn ? taxes.map(\.negated) : taxes
    }

    /// The missing content, as sentences.
    var gaps: [String] {
        var gaps = shop.invoiceGaps
        if buyerAddress.isEmpty {
            gaps.append("An invoice needs the address of the buyer.")
        } else if buyerCountry == nil {
            gaps.append("The last line of the buyer’s address has to be the country, as DE.")
        }
        if taxes.contains(where: { $0.category == nil }) {
            gaps.append(
                "An invoice says why there is no tax: add a rate of 0 % with the reason, and choose it."
            )
        }
        return gaps
    }

    /// The meaning of the tax category letters, with the reasons for exemption.
    func legend(in texts: PaperTexts) -> String {
        TaxCategory.allCases.compactMap { category in
            let used = taxes.filter { $0.category == category }
            guard !used.isEmpty else { return nil }
            // The default reason is the name of the category.
            let reasons = used.map(\.exemptionReason)
                .filter { !$0.isEmpty && $0 != category.usualReason }
            return ([texts.text(category)] + reasons).joined(separator: ", ")
        }.joined(separator: " · ")
    }

    /// The parts as JSON; missing content is null.
    var json: JSONValue {
        let lines = invoice.sale.lines(named: invoice.words).enumerated().map {
            line($1.line, $1.words, position: $0 + 1)
        }
        return .object(
            head + parties + sums + [
                ("BG-23", .array(taxes.map(breakdown))), ("BG-25", .array(lines)),
            ])
    }

    // MARK: - Parts

    private typealias Part = (name: String, value: JSONValue)

    private var head: [Part] {
        [
            ("BT-1", .string(invoice.writtenNumber)), ("BT-2", .string(invoice.day.description)),
            ("BT-3", .string(invoice.sale.isReturn ? "381" : "380")),
            ("BT-5", .string(currency.code)), ("BT-9", .string(invoice.dueDay.description)),
            ("BT-10", .text(invoice.buyerReference)),
            ("BT-22", .text(invoice.notes(from: shop))),
            // An incomplete invoice does not claim to conform.
            ("BT-24", .string(gaps.isEmpty ? "urn:cen.eu:en16931:2017" : nil)),
            ("BT-25", .text(invoice.original?.writtenNumber)),
            ("BT-72", .string(invoice.sale.dayOrFirst.description)),
        ]
    }

    private var parties: [Part] {
        let isVAT = shop.taxNumber.isVATNumber
        // A credit transfer in the euro area, or any other.
        let transfer = currency.code == "EUR" ? "58" : "30"
        return [
            ("BT-27", .text(shop.name)), ("BT-31", .text(isVAT ? shop.taxNumber : "")),
            ("BT-32", .text(isVAT ? "" : shop.taxNumber)),
            ("BT-35", .text(shop.address.joined(separator: "\n"))),
            ("BT-40", .text(shop.countryCode)), ("BT-44", .text(invoice.buyerName)),
            ("BT-48", .text(invoice.buyerTaxNumber)), ("BT-50", .text(buyerAddress)),
            ("BT-55", .string(buyerCountry)),
            ("BT-81", .text(shop.iban.isEmpty || invoice.sale.isReturn ? "" : transfer)),
            ("BT-84", .text(invoice.sale.isReturn ? "" : shop.iban)),
        ]
    }

    private var sums: [Part] {
        let (net, tax) = (taxes.reduce(0) { $0 + $1.net }, taxes.reduce(0) { $0 + $1.tax })
        let due = invoice.sale.isReturn ? -invoice.due : invoice.due
        return [
            ("BT-106", .money(net)), ("BT-109", .money(net)), ("BT-110", .money(tax)),
            ("BT-112", .money(net + tax)), ("BT-113", .money(net + tax - due)),
            ("BT-115", .money(due)),
        ]
    }

    private func breakdown(_ tax: SaleTax) -> JSONValue {
        .object([
            ("BT-116", .money(tax.net)), ("BT-117", .money(tax.tax)),
            ("BT-118", .string(tax.category?.rawValue)),
            ("BT-119", .string(tax.percent?.plainText ?? "0")),
            ("BT-120", .text(tax.exemptionReason)),
        ])
    }

    /// The price is that of the whole quantity, so that nothing is rounded.
    private func line(
        _ line: SaleLine, _ words: IssuedTexts.Line, position: Int
    ) -> JSONValue {
        let tax = taxes.first { $0.rate == line.taxRate?.objectID.recordNumber }
        let (net, quantity) = (line.amount - line.tax, Quantity.text(line.quantity ?? 0))
        return .object([
            ("BT-126", .string(String(position))), ("BT-129", .string(quantity)),
            ("BT-130", .string(UnitCode.of(words.unit))), ("BT-131", .money(net)),
            ("BT-146", .money(net)), ("BT-149", .string(quantity)),
            ("BT-151", .string(tax?.category?.rawValue)),
            ("BT-152", .string(tax?.percent?.plainText ?? "0")),
            ("BT-153", .text(words.name)),
        ])
    }

    // MARK: - Values

    /// The country in the last line of the buyer’s address; nil without one.
    private var buyerCountry: String? {
        let last = buyerAddress.split(whereSeparator: \.isNewline).last.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard let last, last.count == 2, last.allSatisfy({ $0.isASCII && $0.isUppercase })
        else { return nil }
        return last
    }

    private var buyerAddress: String { invoice.record.buyerAddress ?? "" }
}

extension ShopDetails {
    /// The missing content about the seller, as sentences.
    var invoiceGaps: [String] {
        var gaps: [String] = []
        if name.isEmpty { gaps.append("An invoice needs the name of the shop.") }
        if address.isEmpty { gaps.append("An invoice needs the address of the shop.") }
        if countryCode.isEmpty {
            gaps.append("An invoice needs the country of the shop: choose it on the shop’s page.")
        }
        if taxNumber.isEmpty { gaps.append("An invoice needs the tax number of the shop.") }
        return gaps
    }
}
