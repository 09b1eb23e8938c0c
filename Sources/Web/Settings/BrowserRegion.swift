import Domain
import Foundation
import Hummingbird

/// The country that the languages of a browser suggest.
struct BrowserRegion: Sendable, Hashable {
    /// Two letters; nil if nothing suggests one.
    let code: String?
    /// How days and numbers are written there; not chosen if nothing suggests it.
    let region: Region

    init(_ request: Request) {
        self.init(acceptLanguage: request.headers[.acceptLanguage] ?? "")
    }

    /// Reads the first language with a country.
    init(acceptLanguage: String) {
        code = Region.identifiers(askedForBy: acceptLanguage).first.map { String($0.suffix(2)) }
        region = Region.preferred(by: acceptLanguage) ?? .unchosen
    }

    /// Its currency; nil for none that amounts can be in.
    var currency: Currency? {
        code.flatMap { Locale(identifier: "und_\($0)").currency }.flatMap {
            Currency($0.identifier)
        }
    }

    /// What people call it in English; empty if nothing suggests one.
    var countryName: String {
        guard let code else { return "" }
        let name = Locale(identifier: "en_US").localizedString(forRegionCode: code) ?? code
        return PostalAddress.countryCode(of: name) == code ? name : code
    }
}
