import Domain
import HTTPTypes
import Hummingbird

/// Refuses addresses with the number of a card in the query, which pages would repeat and browsers
/// keep.
///
/// What is searched for in the inventory, and everywhere, is let through: serial numbers are looked
/// for there.
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
            status: .unprocessableContent, title: "The address has the number of a card in it",
            detail:
                "Numbers of cards are not looked for, because they are not kept. Remove it from "
                + "the address, and from the history of the browser.")
    }

    private static func holdsCardNumber(_ query: String, besides exempt: String?) -> Bool {
        guard query.utf8.count > 12 else { return false }
        do {
            return try QueryText.decode(query.utf8).contains { name, value in
                CardNumber.isCertain(in: name)
                    || (name != exempt && CardNumber.isCertain(in: value))
            }
        } catch {
            // What is no UTF-8 is refused by whoever reads it.
            return CardNumber.isCertain(in: query)
        }
    }
}
