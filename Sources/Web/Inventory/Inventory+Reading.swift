import Domain
import Persistence

extension Inventory {
    /// The names of all types and locations, and the fields of the household's own that a new item has.
    ///
    /// - Parameter type: the number of its type, as a form has it.
    func ownFields(
        ofNew type: String?
    ) async throws -> (names: ItemNames, fields: ItemFieldTexts) {
        try await household.container.read { context in
            (try names(in: context), try ItemFieldTexts(ofNew: type, in: context))
        }
    }

    /// The names of all types and locations.
    func names() async throws -> ItemNames {
        try await household.container.read { try names(in: $0) }
    }

    /// The form for an item like one that was just added: of the same type, in the same location.
    func newItemPath(like item: ItemValues) -> SitePath {
        let type = item.assetType.map { ("assetType", String($0.number)) }
        let location = item.location.map { ("location", String($0.number)) }
        return .newItem.query([type, location].compactMap { $0 })
    }
}

extension StaleItem {
    /// The conflict for programs, with the item as it is saved now.
    func error(_ links: SiteLinks) -> SiteError {
        var error = SiteError.stale(
            "It has version \(saved.rowVersion) now. Read it again, or post without a version.")
        error.members = [("current", saved.json(links))]
        return error
    }
}
