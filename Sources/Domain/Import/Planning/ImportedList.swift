import Foundation
import Persistence

/// The records that an import of a list has read or created.
struct ImportedList {
    /// The records of the list.
    var matcher = RecordMatcher()
    /// The types or categories of the records, by entity and folded name, as read for a part when
    /// a row first needs them.
    var groups: [String: [String: ManagedObject]] = [:]
    /// The existing locations, and those of earlier rows, which a dry run does not find in the store.
    var locations = KnownLocations()
    /// The custom fields, by folded name, as read for a part; nil until a row
    /// needs them.
    var fields: [String: [ItemField]]?
    /// The kinds of new fields, from the contents of their columns; nil until one is created.
    var fieldKinds: [String: ItemFieldKind]?
    /// The rows that first added a type, a category or a field. A dry run adds it again in later parts.
    var added: [String: Int] = [:]
    /// The position of the next record without one in the file.
    var nextPlace = 1.0
    /// The numbers of items.
    var itemNumbers: Set<Int64> = []
    /// The rows with a container, and the text that names it.
    var containers: [(row: Int, item: Item, text: String)] = []
    /// The containers by the texts of rows; nil for a text that names none or several items.
    var knownContainers: [String: KnownContainer?] = [:]
    /// The rows by name; for places by name and source.
    var nameRows: [String: Int] = [:]
    /// The identifiers of new places.
    var placeIDs: [String] = []
    /// The rows of new records, by the hash of their cells.
    var newRows: [Int: Int] = [:]
    /// The pictures of new items, by their keys.
    var pictures: [ImportedPicture] = []

    /// Reads the records of an entity in batches, and keeps little of each.
    ///
    /// - Parameters:
    ///   - keys: the attributes to read.
    ///   - order: the order of records with the same name.
    ///   - describe: returns the key and the names of a record.
    /// - Throws: errors of the store.
    mutating func read(
        _ entity: String, _ keys: [String], order: String? = nil, in context: ManagedObjectContext,
        _ describe: (FetchedDictionary) -> (key: String?, names: [String])
    ) throws {
        var request = DictionaryFetchRequest(
            entityName: entity, columns: [("self", .evaluatedObject)] + keys.map { ($0, .key($0)) })
        if let order { request.sortDescriptors = [FetchSortDescriptor(order)] }
        request.fetchBatchSize = Self.batchSize
        for row in try context.fetchDictionariesInBatches(request) {
            guard let id = row["self"]?.objectID else { continue }
            let (key, names) = describe(row)
            matcher.add(id, key: key, names: names)
            if let place = row["orderingValue"]?.doubleValue, place >= nextPlace {
                nextPlace = place + 1
            }
        }
    }

    private static let batchSize = 1_000

    /// The position after all others; for a row that may be imported before earlier ones, that of its place
    /// in the file.
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

/// The original of a photo or of a document that an import adds.
struct ImportedPicture: Sendable {
    enum Source: Sendable {
        case bytes(Data)
        /// A file of the data directory, which stays.
        case file(String)
    }

    /// The key of the record.
    let key: UUID
    let source: Source
}

/// The locations that rows may name, by path and by name, both folded.
struct KnownLocations {
    private var records: [String: CreatedRecord] = [:]
    private var paths: [String: [String]] = [:]

    /// The path of a location.
    static func path(to name: String, in parentPath: String?) -> String {
        (parentPath ?? "") + "\u{1F}" + name.foldedForMatching
    }

    /// The location at a path; nil if there is none.
    subscript(path: String) -> CreatedRecord? { records[path] }

    /// The path of the only location with a name; nil for none or several.
    func onlyPath(to name: String) -> String? {
        let found = paths[name.foldedForMatching] ?? []
        return found.count == 1 ? found[0] : nil
    }

    mutating func add(_ record: CreatedRecord, named name: String, at path: String) {
        if records.updateValue(record, forKey: path) == nil {
            paths[name.foldedForMatching, default: []].append(path)
        }
    }
}

/// Finds the record of a row by key or by name. Several rows with the same name get the records with that
/// name one after the other.
struct RecordMatcher {
    private var keyed: [String: ManagedObjectID] = [:]
    /// The records with a name that no row has yet.
    private var named: [String: ArraySlice<ManagedObjectID>] = [:]
    private var taken: Set<ManagedObjectID> = []

    /// Adds a record.
    mutating func add(_ id: ManagedObjectID, key: String? = nil, names: [String]) {
        if let key { keyed[key] = id }
        for name in names { named[name, default: []].append(id) }
    }

    /// Takes the record of a row; nil for a new one.
    mutating func take(key: String?, name: String?) -> ManagedObjectID? {
        if let key {
            guard let id = keyed[key] else { return nil }
            taken.insert(id)
            return id
        }
        while let id = name.flatMap({ named[$0]?.popFirst() }) {
            if taken.insert(id).inserted { return id }
        }
        return nil
    }
}
