import Domain
import Foundation
import Hummingbird

/// The country that a browser's languages suggest.
struct BrowserRegion: Sendable, Hashable {
    /// The two-letter code; nil if there is no suggestion.
    let code: String?
    /// The region of the country; not chosen if there is no suggestion.
    let region: Region

    init(_ request: Request) {
        self.init(acceptLanguage: request.headers[.acceptLanguage] ?? "")
    }

    /// Takes the first language with a country.
    init(acceptLanguage: String) {
        code = Region.identifiers(askedForBy: acceptLanguage).first.map { String($0.suffix(2)) }
        region = Region.preferred(by: acceptLanguage) ?? .unchosen
    }

    /// The country's currency; nil if it is not supported.
    var currency: Currency? {
        code.flatMap { Locale(identifier: "und_\($0)").currency }.flatMap {
            Currency($0.identifier)
        }
    }

    /// The English name; empty if there is no suggestion.
    var countryName: String {
        guard let code else { return "" }
        let name = Locale(identifier: "en_US").localizedString(forRegionCode: code) ?? code
        return PostalAddress.countryCode(of: name) == code ? name : code
    }
}
