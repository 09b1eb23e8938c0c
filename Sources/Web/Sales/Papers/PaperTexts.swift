import Domain
import Foundation
import Persistence

/// The texts of papers for customers in one language, from its file.
struct PaperTexts: Sendable {
    /// The code of the language, which is the name of the file: `de`.
    let code: String
    /// All texts by their keys.
    private let texts: [String: String]
    /// The keys of words in other languages that users may have typed, in lower case.
    private let foreignWords: [WordGroup: [String: String]]

    /// Words that a shop owner types and that the files of languages translate.
    enum WordGroup: String, CaseIterable, Sendable {
        /// Units: `unit.hour.one`, `unit.hour.other`.
        case unit
        /// Payment methods: `payment.cash`.
        case payment
    }

    /// - Parameters:
    ///   - texts: the texts of the language, completed by English ones.
    ///   - others: the texts of all languages.
    init(code: String, _ texts: [String: String], among others: [[String: String]]) {
        self.code = code
        self.texts = texts
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

    /// The texts that templates show unchanged.
    var labels: PaperLabels { PaperLabels(texts: self) }

    /// The native name of the language: `Deutsch`.
    var name: String { self[.language] }

    /// A text without placeholders.
    subscript(key: PaperText) -> String { self[key.rawValue] }

    private subscript(key: String) -> String { texts[key] ?? key }

    /// A text with values for its placeholders.
    func text(_ key: PaperText, _ values: [String: String]) -> String {
        var (text, rest) = ("", self[key][...])
        // In one pass, because a value may contain braces.
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            text += rest[..<start] + (values[name] ?? String(rest[start...end]))
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}

// MARK: - Words of users

extension PaperTexts {
    /// The unit of a quantity. A known word of another language is translated; others stay as
    /// typed.
    func unit(_ unit: String, of quantity: Decimal) -> String {
        guard let key = foreignWords[.unit]?[unit.lowercased()] else { return unit }
        let stem = key.prefix(upTo: key.lastIndex(of: ".") ?? key.endIndex)
        return self["\(stem).\(quantity == 1 ? "one" : "other")"]
    }

    /// A payment method, translated in the same way.
    func payment(_ kind: String) -> String {
        foreignWords[.payment]?[kind.lowercased()].map { self[$0] } ?? kind
    }
}

// MARK: - Taxes, discounts and payments

extension PaperTexts {
    static func key(of category: TaxCategory) -> String { "category.\(category.rawValue)" }

    /// The name of a tax category: `standard rate`.
    func name(of category: TaxCategory) -> String { self[Self.key(of: category)] }

    /// `S: standard rate`.
    func text(_ category: TaxCategory) -> String { "\(category.rawValue): \(name(of: category))" }

    /// `VAT 19 %`, `No tax`.
    func title(of tax: SaleTax) -> String {
        tax.percent.map { "\(tax.name) \($0.text)" } ?? self[.noTax]
    }

    /// `Discount 10 %`; without the percentage for an amount.
    func text(_ discount: Discount?) -> String {
        guard let share = discount?.share else { return self[.discount] }
        return text(.discountOf, ["share": share.text])
    }

    /// `Paid: Cash`, `Given back: Card`.
    func text(_ payment: Payment) -> String {
        text(
            payment.amount < 0 ? .refunded : .paid,
            ["kind": self.payment(payment.kind?.name ?? "")])
    }

    /// `Tax number 12/345/67890`, `VAT number DE123456789`; empty for none.
    func taxNumber(_ number: String) -> String {
        number.isEmpty
            ? "" : text(number.isVATNumber ? .vatNumber : .taxNumber, ["number": number])
    }
}

extension String {
    /// Whether a tax number is a VAT number, which begins with the letters of a country.
    var isVATNumber: Bool { count > 2 && prefix(2).allSatisfy { $0.isASCII && $0.isLetter } }
}

extension ShopDetails {
    /// The lines at the end of a receipt; thanks by default.
    func footer(in texts: PaperTexts) -> [String] {
        footer.isEmpty ? [texts[.thanks]] : footer
    }
}

extension Discount {
    /// The percentage; nil for an amount.
    var share: Percent? { if case .percent(let share) = self { share } else { nil } }
}

/// A text of papers that is used by itself or has placeholders. Its raw value is its key in the files of
/// texts; `{number}` and the like are placeholders.
enum PaperText: String, CaseIterable, Sendable {
    /// The native name of the language.
    case language

    // Titles.
    case receipt, `return`, sale, payment, quote, invoice, creditNote, statement

    // The facts of a paper.
    case number, issueDay, saleDay, due, originalInvoice, currency, iban, validUntil
    case buyerReference, buyerTaxNumber, buyerVATNumber, taxNumber, vatNumber, personRemoved

    // The rows under the lines.
    case subtotal, discount, discountOf, lineDiscount, includedTax, addedTax, noTax, allTaxes
    case paid, refunded, given, change, stillToPay, paidAlready, refundedAlready, dueBy,
        inYourFavour
    case thanks

    // The references of returns and payments.
    case returnOf, forSale, forReturn, saleTotal, returnTotal

    // The days of a statement.
    case allPurchases, fromTo, from, to

    // The labels of templates: heads of columns, a void paper, a statement without purchases.
    case position, product, quantity, unitPrice, tax, amount, total, taxes, net, gross
    /// The subject of a payment, or of a line of a statement.
    case subject
    case day, owed, void, noPurchases

    fileprivate static let labels: [PaperText] = [
        .position, .product, .quantity, .unitPrice, .tax, .amount, .total, .taxes, .net, .gross,
        .subject, .day, .owed, .void, .noPurchases,
    ]
}

/// The texts of papers that templates show unchanged, by their keys.
struct PaperLabels: Sendable, CustomReflectable, TemplateValue {
    fileprivate let texts: PaperTexts

    var customMirror: Mirror {
        Mirror(
            self,
            children: PaperText.labels.map { (label: String?($0.rawValue), value: texts[$0]) },
            displayStyle: .struct)
    }
}

/// The languages of papers for customers, one for each file `Views/papers/CODE.json` with its texts
/// by key.
struct PaperLanguages: Sendable {
    /// The folder of the files below that of the templates.
    static let folder = "papers"

    /// All languages, by name.
    let all: [PaperTexts]
    /// English, the language of pages and the fallback of papers.
    let english: PaperTexts
    /// A number that changes with any text.
    let contentHash: ContentHash

    /// Reads the files of a folder.
    ///
    /// Texts that are missing in a language are in English.
    ///
    /// - Throws: ``ConfigurationError`` that names an invalid file.
    init(_ folder: String) throws {
        let suffix = ".json"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var hash = ContentHash()
        var tables: [String: [String: String]] = [:]
        for file in files.filter({ $0.hasSuffix(suffix) }).sorted() {
            let code = String(file.dropLast(suffix.count))
            guard code.isLanguageTag else {
                throw ConfigurationError(
                    "\(folder)/\(file) is not named by the code of a language, as de or pt-BR.")
            }
            tables[code] = try Self.table(at: "\(folder)/\(file)", &hash)
        }
        guard let table = tables.removeValue(forKey: "en") else {
            throw ConfigurationError(
                "The texts of papers in English, en.json, are not in \(folder).")
        }
        let keys =
            PaperText.allCases.map(\.rawValue) + TaxCategory.allCases.map(PaperTexts.key)
        let missing = keys.filter { table[$0] == nil }
        guard missing.isEmpty else {
            throw ConfigurationError(
                "\(folder)/en.json lacks the \(missing.count == 1 ? "text" : "texts") "
                    + "\(missing.listText).")
        }
        let every = [table] + tables.values
        let english = PaperTexts(code: "en", table, among: every)
        let others = tables.map { code, texts in
            PaperTexts(code: code, table.merging(texts) { $1 }, among: every)
        }
        all = ([english] + others).sorted { $0.name < $1.name }
        self.english = english
        contentHash = hash
    }

    private static func table(
        at path: String, _ hash: inout ContentHash
    ) throws -> [String: String] {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            hash.add(String(decoding: data, as: UTF8.self))
            return try JSONDecoder().decode([String: String].self, from: data)
        } catch {
            throw ConfigurationError(
                "\(path) cannot be read as JSON with a text for each key: \(error)")
        }
    }

    /// The language with a code, `de` or `DE`; nil if there is none.
    subscript(code: String) -> PaperTexts? {
        all.first { $0.code.lowercased() == code.lowercased() }
    }

    /// The texts in the first available language, or in English. A regional code such as `de-AT`
    /// falls back to `de`.
    func texts(in codes: [String?]) -> PaperTexts {
        for code in codes.compactMap(\.self) {
            if let texts = self[code] ?? self[String(code.prefix { $0 != "-" })] { return texts }
        }
        return english
    }

    /// The options for the language.
    ///
    /// - Parameters:
    ///   - code: the selected code; empty for none. An unavailable one stays selected.
    ///   - none: the label of the option for no choice.
    func options(selected code: String, none: String) -> [SelectOption] {
        let codes = [("", none)] + all.map { ($0.code, $0.name) }
        let isThere = codes.contains { $0.0 == code }
        return (codes + (isThere ? [] : [(code, code)])).map { value, label in
            SelectOption(value: value, label: label, isSelected: value == code)
        }
    }
}

extension PaperLanguages {
    /// The field for the language of papers, with the attribute that has its code.
    func field<Record: ManagedObject>(
        _ language: any ReferenceWritableKeyPath<Record, String?> & Sendable
    ) -> FieldDescription {
        FieldDescription(
            "paperLanguage", "Language of papers", .line(limit: 100),
            spelling: FieldSpelling(
                of: Record.self, text: { record, _ in record[keyPath: language] ?? "" },
                set: { record, text, _ in
                    let code = self[text]?.code
                    guard code != nil || text.isEmpty else {
                        let codes = all.map(\.code).sorted().joined(separator: ", ")
                        throw FieldFault("“\(text)” is not one of \(codes)")
                    }
                    if record[keyPath: language] != code { record[keyPath: language] = code }
                }))
    }
}
