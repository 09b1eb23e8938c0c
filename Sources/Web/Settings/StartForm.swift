import Domain
import Foundation

/// The first questions of an empty household, answered as its browser suggests.
struct StartForm: Sendable {
    /// Where the form is posted.
    var path: String
    var currencies: [SelectOption]
    var regions: [SelectOption]
    /// The name of a country; empty if nothing suggests one.
    var country: String
}

/// What is done with the first questions.
enum StartAnswer: String, CaseIterable, Sendable {
    case save, skip
}

extension StartForm {
    /// - Parameter suggestion: what a browser says of where it is.
    init(_ site: Site, _ suggestion: BrowserRegion) {
        self.init(
            path: site.links(.settings),
            currencies: Currency.options(selected: (suggestion.currency ?? site.currency).code),
            regions: Region.options(selected: suggestion.region.identifier),
            country: suggestion.countryName)
    }
}
