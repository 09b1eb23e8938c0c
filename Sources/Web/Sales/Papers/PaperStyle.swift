import Domain
import Persistence

/// The language and the region of a paper for a customer.
struct PaperStyle: Sendable {
    let texts: PaperTexts
    let region: Region

    /// - Parameter region: that of the household, or that of the time of issue.
    init(_ texts: PaperTexts, in region: Region) {
        self.texts = texts
        self.region = region.writing(in: texts.code)
    }

    /// The language for HTML: `de-DE`.
    var tag: String { region.languageTag }

    /// The default paper size.
    var paper: Paper { region.paper == .letter ? .letter : .a4 }

    /// Formats days and amounts in the region of the paper.
    func write<T>(_ body: () throws -> T) rethrows -> T {
        try Region.$current.withValue(region, operation: body)
    }
}

extension Shop {
    /// The style of papers for a customer: in their language, or that of the shop, or that of the
    /// household’s region.
    ///
    /// - Parameter customer: nil for a buyer who is not a customer.
    /// - Throws: errors of the store.
    func style(
        for customer: Customer?, in context: ManagedObjectContext
    ) throws -> PaperStyle {
        let region = Region.current
        let profile = try ShopProfile.current(in: context)
        return PaperStyle(
            site.papers.texts(
                in: [customer?.paperLanguage, profile?.paperLanguage, region.languageTag]),
            in: region)
    }

    /// The style of an invoice, which stays as it was issued.
    func style(of invoice: InvoiceValues) -> PaperStyle {
        PaperStyle(
            site.papers.texts(in: [invoice.issued?.language]),
            in: invoice.issued?.region.flatMap { Region($0) } ?? .current)
    }
}

/// The head of every paper for a customer (`sales/_letterhead`).
struct PaperHead: Sendable {
    /// `Invoice 5`, `Quote 3`, in the language of the paper.
    var title: String
    /// The language of the paper, for HTML.
    var language: String
    var labels: PaperLabels
    /// The page of the style sheet: `a4`, `letter`, `roll-180`.
    var page: String
    /// The name of the shop.
    var shop: String
    /// The lines of its address.
    var address: String
    /// `Tax number 12/345/67890`; empty for none.
    var taxNumber: String
}

extension PaperHead {
    /// - Parameters:
    ///   - details: the profile of the shop.
    ///   - isWhole: whether it includes the country and contact details, as a letter does.
    init(
        _ title: String, from details: ShopDetails, _ style: PaperStyle, isWhole: Bool = false
    ) {
        let others =
            isWhole
            ? [details.countryCode].filter { !$0.isEmpty } + details.contact : []
        self.init(
            title: title, language: style.tag, labels: style.texts.labels,
            page: style.paper.rawValue, shop: details.name,
            address: (details.address + others).joined(separator: "\n"),
            taxNumber: style.texts.taxNumber(details.taxNumber))
    }
}

/// The paper size of a receipt.
enum Paper: String, CaseIterable, Sendable {
    case a4
    case letter
    /// A roll 80 mm wide.
    case roll

    var label: String {
        switch self {
        case .a4: "A4"
        case .letter: "Letter"
        case .roll: "80 mm roll"
        }
    }

    /// The lengths in millimeters for which the style sheet has a page; the printer cuts a roll
    /// after its page.
    private static let rollLengths = [100, 140, 180, 240, 320, 480, 640, 1_000]

    /// The name of the style sheet's page for a receipt.
    ///
    /// - Parameters:
    ///   - lines: the number of sold lines.
    ///   - others: the number of lines about the shop, beyond its name and one line at the end.
    func pageName(lines: Int, others: Int) -> String {
        guard self == .roll else { return rawValue }
        // A line with a long name takes three rows of print; head and foot take ten.
        let needed = 70 + 14 * lines + 6 * others
        let length = Self.rollLengths.first { $0 >= needed } ?? 1_000
        return "roll-\(length)"
    }
}
