import Foundation

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
