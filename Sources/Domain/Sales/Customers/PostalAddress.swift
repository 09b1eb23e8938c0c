import Foundation
public import Persistence

/// A postal address, detached from its context.
public struct PostalAddress: Sendable, Hashable {
    /// `home`, `work`; nil for none.
    public var label: String?
    /// The street and number, in one or more lines.
    public var street: String?
    public var postalCode: String?
    public var city: String?
    public var region: String?
    /// The ISO 3166 two-letter code: `DE`.
    public var countryCode: String?

    /// Makes an empty address.
    public init() {}

    /// Parses the lines of a letter: street, postal code with city, country. A single line may be
    /// separated by commas. Lines in another form are kept as they are.
    ///
    /// Nil if the text is empty or too long.
    public init?(lines text: String) {
        func parts(by isSeparator: (Character) -> Bool) -> [String] {
            text.split(whereSeparator: isSeparator).map {
                $0.trimmingCharacters(in: .whitespaces)
            }.filter { !$0.isEmpty }
        }
        var lines = parts(by: \.isNewline)
        if lines.count == 1 { lines = parts(by: { $0 == "," }) }
        if lines.count > 1, let code = lines.last.flatMap(CountryName.code) {
            countryCode = code
            lines.removeLast()
        }
        if lines.count > 1, let place = lines.popLast() {
            let match = try? /((?:[A-Z]{1,2}-)?[0-9]{3,6}(?: [A-Z]{2})?) +(.+)/.wholeMatch(
                in: place)
            postalCode = match.map { String($0.1) }
            city = match.map { String($0.2) } ?? place
        }
        street = lines.isEmpty ? nil : lines.joined(separator: "\n")
        guard !isEmpty, (street ?? "").count <= 300, (city ?? "").count <= 100 else { return nil }
    }

    /// The code of a named country; other texts in capitals.
    public static func countryCode(of text: String) -> String {
        CountryName.code(of: text) ?? text.uppercased()
    }

    /// Whether it has nothing but a label.
    public var isEmpty: Bool { lines.isEmpty }

    /// The lines as on a letter.
    public var lines: [String] {
        let place = [postalCode, city].compactMap(\.self).joined(separator: " ")
        let street = (street ?? "").split(separator: "\n").map(String.init)
        return (street + [place, region ?? "", countryCode ?? ""]).filter { !$0.isEmpty }
    }
}

extension PostalAddress {
    /// A part of an address: its name, its label for people, its greatest length, and the
    /// attribute that stores it.
    public typealias Field = (
        name: String, label: String, limit: Int,
        path: any WritableKeyPath<PostalAddress, String?> & Sendable,
        attribute: any ReferenceWritableKeyPath<CustomerAddress, String?> & Sendable
    )

    /// The parts of an address.
    public static let fields: [Field] = [
        ("label", "Kind of address", 40, \.label, \.label),
        ("street", "Street", 300, \.street, \.street),
        ("postalCode", "Postal code", 20, \.postalCode, \.postalCode),
        ("city", "City", 100, \.city, \.city), ("region", "Region", 100, \.region, \.region),
        ("countryCode", "Country", 100, \.countryCode, \.countryCode),
    ]

    init(_ address: CustomerAddress) {
        for field in Self.fields { self[keyPath: field.path] = address[keyPath: field.attribute] }
    }
}

extension CustomerAddress {
    /// Copies an address.
    func take(_ address: PostalAddress) {
        for field in PostalAddress.fields {
            self[keyPath: field.attribute] = address[keyPath: field.path]
        }
    }
}

/// A postal address of a customer.
public final class CustomerAddress: ManagedObject {}

/// Names of countries in many languages.
enum CountryName {
    /// The ISO 3166 two-letter code of a country's name or code; nil if unknown.
    static func code(of text: String) -> String? {
        let code = text.trimmingCharacters(in: .whitespaces).uppercased()
        if codes.contains(code) { return code }
        let name = folded(text)
        if let code = others[name] ?? names[name] { return code }
        // A locale identifier with a three-letter code has the region of the two-letter one.
        guard name.count == 3, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return Locale(identifier: "und_\(name.uppercased())").region.map(\.identifier)
            .flatMap { codes.contains($0) ? $0 : nil }
    }

    private static let codes = Set(
        Locale.Region.isoRegions.map(\.identifier).filter {
            $0.count == 2 && $0.allSatisfy(\.isLetter)
        })

    /// The names in common languages; English ones take precedence.
    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for language in languages {
            let locale = Locale(identifier: language)
            for code in codes {
                guard let name = locale.localizedString(forRegionCode: code) else { continue }
                let key = folded(name)
                if names[key] == nil { names[key] = code }
            }
        }
        return names
    }()

    private static let languages = [
        "en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "nb", "nn", "fi", "is", "pl", "cs",
        "sk",
        "hu", "ro", "bg", "hr", "sl", "sr", "bs", "mk", "sq", "el", "tr", "ru", "uk", "be", "et",
        "lv",
        "lt", "ca", "eu", "gl", "ga", "cy", "ar", "he", "fa", "ur", "hi", "bn", "ta", "th", "vi",
        "id",
        "ms", "fil", "sw", "af", "ka", "hy", "az", "kk", "zh", "zh_Hant", "ja", "ko",
    ]

    /// Names and codes that the locales lack.
    private static let others: [String: String] = [
        "unitedstatesofamerica": "US", "america": "US", "usofa": "US", "usa": "US",
        "vereinigtestaatenvonamerika": "US", "etatsunisdamerique": "US",
        "estadosunidosdeamerica": "US", "uk": "GB", "greatbritain": "GB", "britain": "GB",
        "england": "GB", "scotland": "GB", "wales": "GB", "northernireland": "GB",
        "grossbritannien": "GB", "grandebretagne": "GB", "granbretana": "GB", "schottland": "GB",
        "federalrepublicofgermany": "DE", "bundesrepublikdeutschland": "DE", "brd": "DE",
        "holland": "NL", "czechrepublic": "CZ", "tschechischerepublik": "CZ", "turkey": "TR",
        "russianfederation": "RU", "korea": "KR", "republicofkorea": "KR", "burma": "MM",
        "ivorycoast": "CI", "capeverde": "CV", "swaziland": "SZ", "macedonia": "MK",
        "peoplesrepublicofchina": "CN", "prchina": "CN", "uae": "AE", "republicofireland": "IE",
        "vaticancity": "VA",
    ]

    /// A name without case, accents, and other characters than letters.
    private static func folded(_ name: String) -> String {
        let letters = name.foldedForMatching.replacingOccurrences(of: "ß", with: "ss")
            .filter(\.isLetter)
        return letters.hasPrefix("the") && letters.count > 7
            ? String(letters.dropFirst(3)) : letters
    }
}
