import Foundation
import Persistence

/// What an import of a list knows of the records that are there.
struct ImportedList {
    /// The records of the list.
    var matcher = RecordMatcher()
    /// What records belong to, by folded name: types, categories.
    var groups: [String: ManagedObject] = [:]
    /// Those that are new: the row that made them, and how.
    var newGroups: [String: (row: Int, make: () -> ManagedObject)] = [:]
    /// The place of the next record that the file gives none.
    var nextPlace = 1.0
    /// The numbers that items have.
    var itemNumbers: Set<Int64> = []
    /// The locations that there are, and those that rows have made.
    var locations = KnownLocations()
    /// The fields of the household's own.
    var fields = ImportedFields()
    /// The rows whose items are in another one, with what names it.
    var containers: [(row: Int, item: Item, text: String)] = []
    /// What rows have called the item that theirs is in, with that item; nil where it is no one item.
    var knownContainers: [String: KnownContainer?] = [:]
    /// The rows of types by name, and of places by name and source.
    var nameRows: [String: Int] = [:]
    /// What new places are known by.
    var placeIDs: [String] = []
    /// The rows of new items, by the hash of their cells.
    var newRows: [Int: Int] = [:]
    /// The pictures of new items, by their keys.
    var pictures: [ImportedPicture] = []

    /// Notes the records of an entity, some at a time: what is kept of each is small.
    ///
    /// - Parameters:
    ///   - keys: what is read of each, besides the record itself.
    ///   - order: by what records of one name follow each other.
    ///   - describe: the key and the names of a record.
    /// - Throws: errors of the store.
    mutating func read(
        _ entity: String, _ keys: [String], order: String? = nil,
        in context: ManagedObjectContext,
        _ describe: (FetchedDictionary) -> (key: String?, names: [String])
    ) throws {
        var request = DictionaryFetchRequest(
            entityName: entity, columns: [("self", .evaluatedObject)] + keys.map { ($0, .key($0)) })
        if let order { request.sortDescriptors = [FetchSortDescriptor(order)] }
        request.fetchBatchSize = Self.mostAtOnce
        for row in try context.fetchDictionariesInBatches(request) {
            guard let id = row["self"]?.objectID else { continue }
            let (key, names) = describe(row)
            matcher.add(id, key: key, names: names)
            if let place = row["orderingValue"]?.doubleValue, place >= nextPlace {
                nextPlace = place + 1
            }
        }
    }

    /// The records that are read at once.
    private static let mostAtOnce = 1_000

    /// The place behind all others; of a row that may come before those that stand before it in the file, the
    /// place in which it stands there.
    mutating func takePlace(forRow index: Int? = nil) -> Double {
        if let index { return nextPlace + Double(index) }
        defer { nextPlace += 1 }
        return nextPlace
    }
}

extension FetchedDictionary {
    /// A text; empty for none.
    func text(_ key: String) -> String {
        switch self[key] {
        case .string(let text): text
        case .uuid(let key): key.uuidString
        default: ""
        }
    }
}
