import Persistence

/// The items and types that a save changes.
struct ItemMemoryChanges {
    /// The items, each with the attributes that are new; nil for an item that is new here.
    private var items: [(item: Item, changed: Set<String>?)]
    private let types: [AssetType]
    private let deleted: [Int64]
    /// The types that are gone.
    let removedTypes: [Int64]

    init(_ records: ChangedRecords) {
        let changes = records[.item]
        items = changes.inserted.compactMap { $0 as? Item }.map { ($0, nil) }
        for update in changes.updated {
            guard let item = update.object as? Item else { continue }
            let changed = update.changedKeys
            // What comes out of the trash is new here.
            items.append((item, changed?.contains("trashedDate") == true ? nil : changed))
        }
        deleted = changes.deleted
        types = records[.assetType].present.compactMap { $0 as? AssetType }
        removedTypes = records[.assetType].deleted
    }

    // What is new has its number once it is saved.

    /// The items that are there.
    var entries: [ItemMemory.Entry] {
        items.filter { !$0.item.isTrashed }.map { ItemMemory.Entry($0, changed: $1) }
    }

    /// The items that are gone, or in the trash.
    var removed: [Int64] {
        deleted + items.filter(\.item.isTrashed).compactMap(\.item.objectID.recordNumber)
    }

    /// The names of the types that are there.
    var labels: [(Int64, String?)] { types.map { ($0.objectID.recordNumber ?? 0, $0.label) } }
}
