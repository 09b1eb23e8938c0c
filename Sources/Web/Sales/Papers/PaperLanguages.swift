import Domain
import Foundation

/// The languages of papers for customers: one for each file `Views/papers/CODE.json`, which has the texts under their
/// keys.
struct PaperLanguages: Sendable {
    /// The folder of the files below that of the templates.
    static let folder = "papers"

    /// All of them, in the order of their names.
    let all: [PaperTexts]
    /// That of pages, and of papers in a language that is not there.
    let english: PaperTexts
    /// A number that changes with any text.
    let contentHash: ContentHash

    /// Reads the files of a folder.
    ///
    /// What a language lacks, it has in English.
    ///
    /// - Throws: ``ConfigurationError`` that names the file that is not as it should be.
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

    /// The language of a code, `de` or `DE`; nil if it is not there.
    subscript(code: String) -> PaperTexts? {
        all.first { $0.code.lowercased() == code.lowercased() }
    }

    /// The texts in the first of some languages that is there, or in English. Where German is there, and not that of
    /// Austria, `de-AT` is German.
    func texts(in codes: [String?]) -> PaperTexts {
        for code in codes.compactMap(\.self) {
            if let texts = self[code] ?? self[String(code.prefix { $0 != "-" })] { return texts }
        }
        return english
    }

    /// The languages to choose from.
    ///
    /// - Parameters:
    ///   - code: that which is chosen; empty for none. One that is not there can stay.
    ///   - none: what choosing none means.
    func options(selected code: String, none: String) -> [SelectOption] {
        let codes = [("", none)] + all.map { ($0.code, $0.name) }
        let isThere = codes.contains { $0.0 == code }
        return (codes + (isThere ? [] : [(code, code)])).map { value, label in
            SelectOption(value: value, label: label, isSelected: value == code)
        }
    }
}

extension FormDecoder {
    /// The language of papers, by its code.
    mutating func paperLanguage(among languages: PaperLanguages) -> Posted<String> {
        let text = line("paperLanguage", label: "Language of papers", limit: 100)
        guard let code = text.value else { return text }
        if let language = languages[code] { return .value(language.code) }
        let codes = languages.all.map(\.code).sorted().joined(separator: ", ")
        fail("paperLanguage", "Language of papers", "“\(code)” is not one of \(codes)")
        return .absent
    }
}
