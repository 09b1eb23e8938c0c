import Domain
import Foundation

/// The texts of papers for customers in a language, as one of the files has them.
struct PaperTexts: Sendable {
    /// The code of the language, which is the name of the file: `de`.
    let code: String
    /// Those that stand in templates.
    let labels: PaperLabels
    /// All texts by their keys.
    private let texts: [String: String]
    /// The keys of words of other languages that people may have typed, in small letters.
    private let foreignWords: [WordGroup: [String: String]]

    /// Words that the owner of a shop types, of which papers in other languages know some.
    enum WordGroup: String, CaseIterable, Sendable {
        /// Units: `unit.hour.one`, `unit.hour.other`.
        case unit
        /// Ways of paying: `payment.cash`.
        case payment
    }

    /// - Parameters:
    ///   - texts: the texts of the language, with those of English that it lacks.
    ///   - others: the texts of all languages.
    /// - Throws: `DecodingError` if one is missing that templates show.
    init(code: String, _ texts: [String: String], among others: [[String: String]]) throws {
        self.code = code
        self.texts = texts
        labels = try JSONDecoder().decode(
            PaperLabels.self, from: try JSONEncoder().encode(texts))
        var words: [WordGroup: [String: String]] = [:]
        for group in WordGroup.allCases {
            let prefix = "\(group.rawValue)."
            func entries(of texts: [String: String]) -> [(key: String, word: String)] {
                texts.filter { $0.key.hasPrefix(prefix) }.map { ($0.key, $0.value.lowercased()) }
                    .sorted { $0.0 < $1.0 }
            }
            let own = Set(entries(of: texts).map(\.word))
            for (key, word) in others.flatMap(entries) where !own.contains(word) {
                words[group, default: [:]][word] = key
            }
        }
        foreignWords = words
    }

    /// What the language calls itself: `Deutsch`.
    var name: String { self[.language] }

    /// A text without places for values.
    subscript(key: PaperText) -> String { self[key.rawValue] }

    private subscript(key: String) -> String { texts[key] ?? key }

    /// A text with values in its places.
    func text(_ key: PaperText, _ values: [String: String]) -> String {
        var (text, rest) = ("", self[key][...])
        // In one go: a value may have braces.
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            text += rest[..<start] + (values[name] ?? String(rest[start...end]))
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}

// MARK: - Words of people

extension PaperTexts {
    /// A unit of a quantity. One that is a word of another language is translated; others stay as typed.
    func unit(_ unit: String, of quantity: Decimal) -> String {
        guard let key = foreignWords[.unit]?[unit.lowercased()] else { return unit }
        let stem = key.prefix(upTo: key.lastIndex(of: ".") ?? key.endIndex)
        return self["\(stem).\(quantity == 1 ? "one" : "other")"]
    }

    /// A way of paying, likewise.
    func payment(_ kind: String) -> String {
        foreignWords[.payment]?[kind.lowercased()].map { self[$0] } ?? kind
    }
}

// MARK: - Taxes, discounts and payments

extension PaperTexts {
    /// The key of the name of a category.
    static func key(of category: TaxCategory) -> String { "category.\(category.rawValue)" }

    /// What people call a category of taxes: `standard rate`.
    func name(of category: TaxCategory) -> String { self[Self.key(of: category)] }

    /// `S: standard rate`.
    func text(_ category: TaxCategory) -> String { "\(category.rawValue): \(name(of: category))" }

    /// `VAT 19 %`, `No tax`.
    func title(of tax: SaleTax) -> String {
        tax.percent.map { "\(tax.name) \($0.text)" } ?? self[.noTax]
    }

    /// `Discount 10 %`; without the share for an amount.
    func text(_ discount: Discount?) -> String {
        guard let share = discount?.share else { return self[.discount] }
        return text(.discountOf, ["share": share.text])
    }

    /// `Paid: Cash`, `Given back: Card`.
    func text(_ payment: PaymentValues) -> String {
        text(
            payment.amount < 0 ? .refunded : .paid, ["kind": self.payment(payment.kind)])
    }

    /// `Tax number 12/345/67890`, `VAT number DE123456789`; empty for none.
    func taxNumber(_ number: String) -> String {
        number.isEmpty
            ? "" : text(number.isVATNumber ? .vatNumber : .taxNumber, ["number": number])
    }
}

extension String {
    /// Whether a tax number is one for value added tax, which begins with the letters of a country.
    var isVATNumber: Bool { count > 2 && prefix(2).allSatisfy { $0.isASCII && $0.isLetter } }
}

extension ShopDetails {
    /// The lines at the end of a receipt: thanks, where the shop says nothing else.
    func footer(in texts: PaperTexts) -> [String] {
        footerLines.isEmpty ? [texts[.thanks]] : footerLines
    }
}

extension Discount {
    /// The share; nil for an amount.
    var share: Percent? { if case .percent(let share) = self { share } else { nil } }
}

/// A text of papers for customers that stands alone or is filled with values. Its raw value is its key in the
/// files of texts; `{number}` and its like are places for values.
enum PaperText: String, CaseIterable, Sendable {
    /// What the language calls itself.
    case language

    // Titles.
    case receipt, `return`, sale, payment, quote, invoice, creditNote

    // What tells a paper from others.
    case number, issueDay, saleDay, due, originalInvoice, currency, iban, validUntil
    case buyerReference, buyerTaxNumber, buyerVATNumber, taxNumber, vatNumber, personRemoved

    // Below the lines.
    case subtotal, discount, discountOf, lineDiscount, includedTax, addedTax, noTax, allTaxes
    case paid, refunded, given, change, stillToPay, paidAlready, refundedAlready, dueBy,
        inYourFavour
    case thanks

    // What a return and a payment belong to.
    case returnOf, forSale, forReturn, saleTotal, returnTotal

    // The days of a statement.
    case allPurchases, fromTo, from, to
}

/// The texts of papers for customers that stand in templates as they are, under their keys in the files of texts.
struct PaperLabels: Sendable, Decodable {
    var statement: String
    var position: String
    var product: String
    var quantity: String
    var unitPrice: String
    var tax: String
    var amount: String
    var total: String
    var taxes: String
    var net: String
    var gross: String
    /// What a payment was for, or a line of a statement is about.
    var subject: String
    var day: String
    var owed: String
    var void: String
    var noPurchases: String
}
