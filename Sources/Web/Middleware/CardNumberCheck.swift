import Domain
import HTTPTypes
import Hummingbird

/// Refuses addresses with a card number in the query, since pages would repeat it and browsers
/// remember it.
///
/// Searches of the inventory and of everything are allowed, since they are used for serial numbers.
struct CardNumberCheck: Sendable {
    /// The lists in which any number can be searched for.
    private let searches: Set<String>

    init(_ links: SiteLinks) {
        let items = [SitePath.items, .items.json, .items.csv, .items.events]
        searches = Set((items + [.search, .search.json]).map { links($0) })
    }

    func check(_ request: Request) throws(SiteError) {
        guard let query = request.uri.query else { return }
        let exempt = searches.contains(request.uri.path) ? "q" : nil
        guard Self.holdsCardNumber(query, besides: exempt) else { return }
        throw SiteError(
            status: .unprocessableContent, title: "The address contains a card number",
            detail:
                "Card numbers are not stored, so they cannot be found. Remove it from "
                + "the address and from the history of the browser.")
    }

    private static func holdsCardNumber(_ query: String, besides exempt: String?) -> Bool {
        guard query.utf8.count > 12 else { return false }
        do {
            return try QueryText.decode(query.utf8).contains { name, value in
                CardNumber.isCertain(in: name)
                    || (name != exempt && CardNumber.isCertain(in: value))
            }
        } catch {
            // Parameters that are not UTF-8 are refused when they are read.
            return CardNumber.isCertain(in: query)
        }
    }
}
