import Foundation
import Synchronization

/// The region of a household, which decides the formats of dates, times and numbers, from the
/// Unicode CLDR.
///
/// Without a choice, the formats are American English with a 24-hour clock, and ambiguous input is
/// refused with a question.
public struct Region: Sendable, Hashable {
    /// The language and the country: `de_DE`; empty if not chosen.
    public let identifier: String
    /// The number format.
    public let numbers: NumberNotation
    /// The order of numeric dates with the year at the end.
    let dayOrder: DayOrder
    /// The first day of the week: 1 for Monday to 7 for Sunday.
    public let firstWeekday: Int
    /// The paper size of printers.
    public let paper: PaperSize
    let formats: RegionFormats

    /// The region of a household without a choice.
    public static let unchosen = Region(
        identifier: "", numbers: NumberNotation(), dayOrder: .monthFirst, firstWeekday: 1,
        paper: .a4, formats: RegionFormats(nil))

    /// The region of the current household.
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

    /// The region with an identifier: `de_DE`, `de-DE`; ``unchosen`` for an empty text, and nil for
    /// an unknown one.
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
        // Amounts and dates are typed and compared with these digits.
        components.numberingSystem = Locale.NumberingSystem("latn")
        components.calendar = .gregorian
        return Locale(components: components)
    }

    private static let regions = Mutex<[String: Region]>([:])

    public static func == (first: Region, second: Region) -> Bool {
        first.identifier == second.identifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    public var isChosen: Bool { !identifier.isEmpty }

    /// The identifier for HTML and HTTP: `de-DE`; `en` if not chosen.
    public var languageTag: String {
        isChosen ? identifier.replacing("_", with: "-") : "en"
    }

    /// The region for a document in a language: amounts and numbers in the household's format,
    /// dates with months in that language. Without a chosen region, the format is that of the
    /// language's main country.
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
    /// A region in a list to choose from.
    public struct Choice: Sendable {
        public let identifier: String
        /// The name: `German (Germany)`.
        public let label: String
    }

    /// All regions by their English names.
    public static let choices: [Choice] = {
        let english = Locale(identifier: "en_US")
        return known.map {
            Choice(
                identifier: $0, label: english.localizedString(forIdentifier: $0) ?? $0)
        }.sorted { $0.label < $1.label }
    }()

    /// The first known region that a browser prefers (RFC 9110, 12.5.4); nil if there is none.
    ///
    /// - Parameter acceptLanguage: `de-AT,de;q=0.9,en;q=0.8`.
    public static func preferred(by acceptLanguage: String) -> Region? {
        identifiers(askedForBy: acceptLanguage).lazy.compactMap { Region($0) }.first
    }

    /// The languages that a browser prefers, with countries, even if unknown here: `de_AT`. A
    /// language without a country gets its main one: `de` that of Germany.
    public static func identifiers(askedForBy acceptLanguage: String) -> [String] {
        acceptLanguage.split(separator: ",").compactMap { range in
            let tag = range.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            else { return nil }
            let language = Locale.Language(identifier: tag)
            guard let code = language.languageCode?.identifier else { return nil }
            // A continent, such as 419 in `es-419`, is not a country.
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

    /// The known identifier for a text: `de_DE` for `de-de`.
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

    /// The countries with paper of 8½ by 11 inches (CLDR, `paperSize`).
    private static let lettered: Set<Substring> = [
        "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
    ]

    /// The paper size of a country.
    init(country: some StringProtocol) {
        self = Self.lettered.contains(Substring(country)) ? .letter : .a4
    }
}
