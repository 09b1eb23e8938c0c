import Domain
import Persistence

/// In which language, and as in which region, a paper for a customer is written.
struct PaperStyle: Sendable {
    let texts: PaperTexts
    let region: Region

    /// - Parameter region: that of the household, or that in which the paper was issued.
    init(_ texts: PaperTexts, in region: Region) {
        self.texts = texts
        self.region = region.writing(in: texts.code)
    }

    /// The language for HTML: `de-DE`.
    var tag: String { region.languageTag }

    /// What the paper is printed on, unless somebody asks for another.
    var paper: Paper { region.paper == .letter ? .letter : .a4 }

    /// Writes days and amounts in the region of the paper.
    func write<T>(_ body: () throws -> T) rethrows -> T {
        try Region.$current.withValue(region, operation: body)
    }
}

extension Shop {
    /// How papers for a customer are written: in their language, or else in that of the shop, or else in that of the
    /// household’s region.
    ///
    /// - Parameter customer: nil for somebody who is none.
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

    /// How an invoice is written: as it was issued, whatever was chosen since.
    func style(of invoice: InvoiceValues) -> PaperStyle {
        PaperStyle(
            site.papers.texts(in: [invoice.issued?.language]),
            in: invoice.issued?.region.flatMap { Region($0) } ?? .current)
    }
}
