import Domain
import Foundation

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
                "\(folder)/en.json lacks the texts \(missing.listText).")
        }
        let every = [table] + tables.values
        let english = try Self.texts("en", table, among: every, folder)
        let others = try tables.map { code, texts in
            try Self.texts(code, table.merging(texts) { $1 }, among: every, folder)
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

    private static func texts(
        _ code: String, _ texts: [String: String], among others: [[String: String]],
        _ folder: String
    ) throws -> PaperTexts {
        do {
            return try PaperTexts(code: code, texts, among: others)
        } catch DecodingError.keyNotFound(let key, _) {
            throw ConfigurationError("\(folder)/en.json lacks the text \(key.stringValue).")
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

extension FormDecoder {
    /// The posted code of a language.
    mutating func paperLanguage(among languages: PaperLanguages) -> FieldUpdate<String> {
        converted("paperLanguage", label: "Language of papers", limit: 100) {
            let codes = languages.all.map(\.code).sorted().joined(separator: ", ")
            return "“\($0)” is not one of \(codes)"
        } _: {
            languages[$0]?.code
        }
    }
}
