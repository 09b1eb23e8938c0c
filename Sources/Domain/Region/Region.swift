import Foundation
import Synchronization

/// Where a household is, and so how it writes days, times and numbers, as the Unicode CLDR has it.
///
/// A household that has chosen none writes as English does in America, with the clock of 24 hours, and is asked
/// about what can be read in two ways.
public struct Region: Sendable, Hashable {
    /// A language and a country: `de_DE`; empty if none was chosen.
    public let identifier: String
    /// How numbers are written.
    public let numbers: NumberNotation
    /// The order in which days are read that are written in numbers with the year behind.
    let dayOrder: DayOrder
    /// The first day of the week: 1 for Monday to 7 for Sunday.
    public let firstWeekday: Int
    /// The size of the paper in printers.
    public let paper: PaperSize
    let formats: RegionFormats

    /// That of a household that has chosen none.
    public static let unchosen = Region(
        identifier: "", numbers: NumberNotation(), dayOrder: .monthFirst, firstWeekday: 1,
        paper: .a4, formats: RegionFormats(nil))

    /// The region of the household whose records are read or shown.
    @TaskLocal public static var current = unchosen

    private init(
        identifier: String, numbers: NumberNotation, dayOrder: DayOrder, firstWeekday: Int,
        paper: PaperSize, formats: RegionFormats
    ) {
        self.identifier = identifier
        self.numbers = numbers
        self.dayOrder = dayOrder
        self.firstWeekday = firstWeekday
        self.paper = paper
        self.formats = formats
    }

    /// The region of an identifier: `de_DE`, `de-DE`; that of a household that has chosen none for an empty text,
    /// and nil for one that is not known.
    public init?(_ identifier: String) {
        guard !identifier.isEmpty else {
            self = .unchosen
            return
        }
        guard let known = Self.identifier(identifier) else { return nil }
        self = Self.regions.withLock { regions in
            if let region = regions[known] { return region }
            let region = Region(known: known)
            regions[known] = region
            return region
        }
    }

    private init(known identifier: String) {
        let locale = Self.locale(identifier)
        let formats = RegionFormats(locale)
        let weekdays: [Locale.Weekday] = [
            .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
        ]
        let country = identifier.suffix(2)
        self.init(
            identifier: identifier,
            numbers: NumberNotation(
                sample: Decimal(12_345_678.5).formatted(.number.locale(locale)),
                short: Decimal(1_234).formatted(.number.locale(locale))),
            dayOrder: formats.hasMonthFirst ? .monthFirst : .dayFirst,
            firstWeekday: (weekdays.firstIndex(of: locale.firstDayOfWeek) ?? 0) + 1,
            paper: PaperSize(country: country), formats: formats)
    }

    private static func locale(_ identifier: String) -> Locale {
        var components = Locale.Components(identifier: identifier)
        // Amounts and days are typed and compared in these.
        components.numberingSystem = Locale.NumberingSystem("latn")
        components.calendar = .gregorian
        return Locale(components: components)
    }

    private static let regions = Mutex<[String: Region]>([:])

    public static func == (first: Region, second: Region) -> Bool {
        first.identifier == second.identifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Whether the household has chosen it.
    public var isChosen: Bool { !identifier.isEmpty }

    /// The sign before decimal places, where numbers are read by it; nil where it asks.
    var decimalMarkIfChosen: Character? { isChosen ? numbers.decimalMark.first : nil }

    /// The identifier as HTML and HTTP have it: `de-DE`; `en` if none was chosen.
    public var languageTag: String {
        isChosen ? identifier.replacing("_", with: "-") : "en"
    }

    /// The region for a text in a language: amounts and numbers as the household writes them, and days with the
    /// months of that language. A household that has chosen none writes as most who speak the language do.
    ///
    /// - Parameter language: `de`, `pt-BR`.
    public func writing(in language: String) -> Region {
        let code = language.prefix { $0 != "-" }
        guard code != languageTag.prefix(while: { $0 != "-" }) else { return self }
        if !isChosen, let region = Region.preferred(by: language) { return region }
        let name = isChosen ? "\(code)_\(identifier.suffix(2))" : String(code)
        return Self.regions.withLock { regions in
            let key = "\(identifier) \(name)"
            if let region = regions[key] { return region }
            let region = Region(
                identifier: name, numbers: numbers, dayOrder: dayOrder, firstWeekday: firstWeekday,
                paper: paper, formats: formats.writingDays(in: Self.locale(name)))
            regions[key] = region
            return region
        }
    }
}

// MARK: - Choosing

extension Region {
    /// A region to choose.
    public struct Choice: Sendable {
        public let identifier: String
        /// `German (Germany)`.
        public let label: String
    }

    /// All regions that can be chosen, by their names in English.
    public static let choices: [Choice] = {
        let english = Locale(identifier: "en_US")
        return known.map {
            Choice(
                identifier: $0, label: english.localizedString(forIdentifier: $0) ?? $0)
        }.sorted { $0.label < $1.label }
    }()

    /// The region that a browser asks for first (RFC 9110, 12.5.4); nil if it asks for none that is known.
    ///
    /// - Parameter acceptLanguage: `de-AT,de;q=0.9,en;q=0.8`.
    public static func preferred(by acceptLanguage: String) -> Region? {
        identifiers(askedForBy: acceptLanguage).lazy.compactMap { Region($0) }.first
    }

    /// The languages that a browser asks for with their countries, whether they are known or not: `de_AT`. One
    /// without a country is that of where most people speak it: `de` is Germany’s.
    public static func identifiers(askedForBy acceptLanguage: String) -> [String] {
        acceptLanguage.split(separator: ",").compactMap { range in
            let tag = range.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            else { return nil }
            let language = Locale.Language(identifier: tag)
            guard let code = language.languageCode?.identifier else { return nil }
            // A part of the world, as 419 in `es-419`, is no country.
            let countries = [
                language.region, Locale.Language(identifier: language.maximalIdentifier).region,
                Locale.Language(identifier: Locale.Language(identifier: code).maximalIdentifier)
                    .region,
            ]
            return countries.lazy.compactMap { $0?.identifier }.first { $0.count == 2 }
                .map { "\(code)_\($0)" }
        }
    }

    private static let known: Set<String> = Set(
        Locale.availableIdentifiers.filter {
            let parts = $0.split(separator: "_")
            return parts.count == 2 && parts[0].count == 2 && parts[1].count == 2
                && parts[1].allSatisfy(\.isUppercase)
        })

    /// The identifier that is known for a text: `de_DE` for `de-de`.
    private static func identifier(_ text: String) -> String? {
        let parts = text.split { $0 == "-" || $0 == "_" }
        guard let language = parts.first, parts.count == 2 || parts.count == 3,
            let country = parts.last
        else { return nil }
        let identifier = "\(language.lowercased())_\(country.uppercased())"
        return known.contains(identifier) ? identifier : nil
    }
}

/// A size of paper.
public enum PaperSize: String, Sendable {
    case a4 = "A4"
    case letter = "letter"

    /// The countries that use paper of 8½ by 11 inches (CLDR, `paperSize`).
    private static let lettered: Set<Substring> = [
        "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
    ]

    /// That of a country.
    init(country: some StringProtocol) {
        self = Self.lettered.contains(Substring(country)) ? .letter : .a4
    }
}
