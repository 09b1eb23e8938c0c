import Foundation
import Persistence

/// The records that an import of a list has read or created.
struct ImportedList {
    /// The records of the list.
    var matcher = RecordMatcher()
    /// The types or categories of the records, by folded name.
    var groups: [String: CreatedRecord<ManagedObject>] = [:]
    /// The position of the next record without one in the file.
    var nextPlace = 1.0
    /// The numbers of items.
    var itemNumbers: Set<Int64> = []
    /// The existing locations, and those of earlier rows.
    var locations = KnownLocations()
    /// The custom fields.
    var fields = ImportedFields()
    /// The rows with a container, and the text that names it.
    var containers: [(row: Int, item: Item, text: String)] = []
    /// The containers by the texts of rows; nil for a text that names none or several items.
    var knownContainers: [String: KnownContainer?] = [:]
    /// The rows by name; for places by name and source.
    var nameRows: [String: Int] = [:]
    /// The identifiers of new places.
    var placeIDs: [String] = []
    /// The rows of new items, by the hash of their cells.
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
    private var records: [String: CreatedRecord<Location>] = [:]
    private var paths: [String: [String]] = [:]

    /// The path of a location.
    static func path(to name: String, in parentPath: String?) -> String {
        (parentPath ?? "") + "\u{1F}" + name.foldedForMatching
    }

    /// The location at a path; nil if there is none.
    subscript(path: String) -> CreatedRecord<Location>? { records[path] }

    /// The path of the only location with a name; nil for none or several.
    func onlyPath(to name: String) -> String? {
        let found = paths[name.foldedForMatching] ?? []
        return found.count == 1 ? found[0] : nil
    }

    mutating func add(_ record: CreatedRecord<Location>, named name: String, at path: String) {
        if records.updateValue(record, forKey: path) == nil {
            paths[name.foldedForMatching, default: []].append(path)
        }
    }
}

/// Finds the record of a row by key or by name. Several rows with the same name get the records with that
/// name one after the other.
struct RecordMatcher {
    private var keyed: [String: ManagedObjectID] = [:]
    private var named: [String: Namesakes] = [:]
    private var taken: Set<ManagedObjectID> = []

    /// Adds a record.
    mutating func add(_ id: ManagedObjectID, key: String? = nil, names: [String]) {
        if let key { keyed[key] = id }
        for name in names {
            if named[name]?.others.append(id) == nil { named[name] = Namesakes(first: id) }
        }
    }

    /// Takes the record of a row; nil for a new one.
    mutating func take(key: String?, name: String?) -> ManagedObjectID? {
        let found: ManagedObjectID?
        if let key {
            found = keyed[key]
        } else if let name {
            found = named[name]?.next(after: taken)
        } else {
            found = nil
        }
        if let found { taken.insert(found) }
        return found
    }

    /// The records with the same name.
    private struct Namesakes {
        let first: ManagedObjectID
        var others: [ManagedObjectID] = []
        /// The number of leading records that are taken.
        private var passed = 0

        init(first: ManagedObjectID) { self.first = first }

        /// The first record that is not taken.
        mutating func next(after taken: Set<ManagedObjectID>) -> ManagedObjectID? {
            while passed <= others.count {
                let id = passed == 0 ? first : others[passed - 1]
                if !taken.contains(id) { return id }
                passed += 1
            }
            return nil
        }
    }
}
