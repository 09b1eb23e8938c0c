import Domain
import Persistence

extension Inventory {
    /// The names of all types.
    func labels() async throws -> [AssetTypeLabel] {
        try await household.container.read { try household.figures.assetTypeLabels(in: $0) }
    }

    /// The form for an item like one that was just added: of the same type.
    func newItemPath(like item: ItemValues) -> SitePath {
        .newItem.query(item.assetType.map { [("assetType", String($0.number))] } ?? [])
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
