import Foundation

/// The names of countries, as people and programs write them.
enum CountryName {
    /// The two letters (ISO 3166) of a country that is named in a common language, or given by its letters;
    /// nil for none that is known.
    static func code(of text: String) -> String? {
        let code = text.trimmingCharacters(in: .whitespaces).uppercased()
        if codes.contains(code) { return code }
        let name = folded(text)
        if let code = others[name] ?? names[name] { return code }
        // Three letters of ISO 3166: an identifier with them has the region of the two.
        guard name.count == 3, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return Locale(identifier: "und_\(name.uppercased())").region.map(\.identifier)
            .flatMap { codes.contains($0) ? $0 : nil }
    }

    private static let codes = Set(
        Locale.Region.isoRegions.map(\.identifier).filter {
            $0.count == 2 && $0.allSatisfy(\.isLetter)
        })

    /// The names in the languages of many address books; English ones go before.
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

    /// Other names and letters than the locales have.
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

    /// A name without case, accents, and anything but letters.
    private static func folded(_ name: String) -> String {
        let letters = name.foldedForMatching.replacingOccurrences(of: "ß", with: "ss")
            .filter(\.isLetter)
        return letters.hasPrefix("the") && letters.count > 7
            ? String(letters.dropFirst(3)) : letters
    }
}
