import Domain
import Persistence
import Synchronization

/// Renders the rows of items, and keeps what it rendered: a row stays right for as long as its item
/// and the item's type keep their versions.
final class ItemRows: Sendable {
    private struct Key: Hashable {
        let recordNumber: Int64
        let rowVersion: Int64
        let typeNumber: Int64
        let typeVersion: Int64
        let locationNumber: Int64
        let locationVersion: Int64
        let currency: String
    }

    private struct State {
        var rows: [Key: String] = [:]
        /// The rows of the time before; those that are asked for again move over.
        var older: [Key: String] = [:]
    }

    /// Rows that are kept, at most; twice as many for a moment.
    private static let limit = 4_000
    private let state = Mutex(State())
    private let site: Site

    init(site: Site) {
        self.site = site
    }

    /// The text of rows.
    func html(_ items: [Item], _ names: ItemNames) throws -> String {
        var html = ""
        html.reserveCapacity(items.count * 1_500)
        for item in items { html += try row(item, names) }
        return html
    }

    private func row(_ item: Item, _ names: ItemNames) throws -> String {
        let currency = site.currency
        let number = item.assetType?.objectID.recordNumber ?? 0
        let label = names.types[number]
        let locationNumber = item.location?.objectID.recordNumber ?? 0
        let location = names.locations[locationNumber]
        let key = Key(
            recordNumber: item.objectID.recordNumber ?? 0, rowVersion: item.rowVersion,
            typeNumber: number, typeVersion: label?.rowVersion ?? 0,
            locationNumber: locationNumber, locationVersion: location?.rowVersion ?? 0,
            currency: currency.code)
        // What came after the names were read is not known; its row is not kept.
        let isKeepable =
            (number == 0 || label != nil) && (locationNumber == 0 || location != nil)
        if isKeepable, let row = kept(key) { return row }
        let values = isKeepable ? ItemValues(item, names) : ItemValues(item)
        let row = try site.renderer.fragment(ItemRow(values, site.links, in: currency))
        if isKeepable { keep(row, key) }
        return row
    }

    private func kept(_ key: Key) -> String? {
        state.withLock { state in
            if let row = state.rows[key] { return row }
            guard let row = state.older.removeValue(forKey: key) else { return nil }
            state.rows[key] = row
            return row
        }
    }

    private func keep(_ row: String, _ key: Key) {
        state.withLock { state in
            if state.rows.count >= Self.limit {
                state.older = state.rows
                state.rows = [:]
            }
            state.rows[key] = row
        }
    }
}
