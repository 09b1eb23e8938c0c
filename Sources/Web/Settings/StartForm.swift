import Domain
import Foundation

/// The first questions of an empty household, filled with the browser's suggestions.
struct StartForm: Sendable {
    /// The address of the form.
    var path: String
    var currencies: [SelectOption]
    var regions: [SelectOption]
    /// The name of the country; empty if there is no suggestion.
    var country: String
}

/// The answer to the first questions.
enum StartAnswer: String, CaseIterable, Sendable {
    case save, skip
}

extension StartForm {
    /// - Parameter suggestion: the browser's country.
    init(_ site: Site, _ suggestion: BrowserRegion) {
        self.init(
            path: site.links(.settings),
            currencies: Currency.options(selected: (suggestion.currency ?? site.currency).code),
            regions: Region.options(selected: suggestion.region.identifier),
            country: suggestion.countryName)
    }
}
