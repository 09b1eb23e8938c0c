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

/// The original of a photo or of a document that an import adds.
struct ImportedPicture: Sendable {
    /// Where its bytes are.
    enum Source: Sendable {
        case bytes(Data)
        /// A file of the data directory, which stays.
        case file(String)
    }

    /// The key that it goes by.
    let key: UUID
    let source: Source
}

/// The locations that rows may name, by the folded names on the way to them, and by their own.
struct KnownLocations {
    /// A location, in memory or not.
    struct Entry {
        let name: String
        /// The path to what it is in; nil for nothing.
        let parentPath: String?
        /// The row that has made it; nil for one that was there.
        let row: Int?
        /// Its record number, once it is saved.
        var number: Int64?
        var location: Location?
    }

    private var entries: [String: Entry] = [:]
    private var paths: [String: [String]] = [:]

    /// The path to a name in another one.
    static func path(to name: String, in parentPath: String?) -> String {
        (parentPath ?? "") + "\u{1F}" + name.foldedForMatching
    }

    /// The location at a path; nil if there is none.
    subscript(path: String) -> Entry? { entries[path] }

    /// The path to a name that there is once.
    func onlyPath(to name: String) -> String? {
        let found = paths[name.foldedForMatching] ?? []
        return found.count == 1 ? found[0] : nil
    }

    mutating func add(_ entry: Entry, at path: String) {
        if entries.updateValue(entry, forKey: path) == nil {
            paths[entry.name.foldedForMatching, default: []].append(path)
        }
    }

    /// Takes note of the object of a location.
    mutating func note(_ location: Location, at path: String) {
        entries[path]?.location = location
    }

    /// Lets the objects go: those that were saved are known by their numbers, and the others are made again
    /// when a row names them.
    mutating func letGo() {
        for (path, entry) in entries {
            guard let location = entry.location else { continue }
            entries[path]?.number = location.objectID.recordNumber ?? entry.number
            entries[path]?.location = nil
        }
    }
}

/// Finds the records that rows are about: by a key, or by what they are called, each name for as many
/// rows as there are records of it, in their order.
///
/// Of a text its digest is kept, so that a list takes the same room whatever its records are called.
struct RecordMatcher {
    private var keyed: [TextDigest: ManagedObjectID] = [:]
    private var named: [TextDigest: Namesakes] = [:]
    private var taken: Set<ManagedObjectID> = []

    /// Takes note of a record.
    mutating func add(_ id: ManagedObjectID, key: String? = nil, names: [String]) {
        if let key { keyed[TextDigest(key)] = id }
        for name in names {
            let digest = TextDigest(name)
            if named[digest]?.others.append(id) == nil { named[digest] = Namesakes(first: id) }
        }
    }

    /// The record that a row is about; nil for a new one.
    mutating func take(key: String?, name: String?) -> ManagedObjectID? {
        let found: ManagedObjectID?
        if let key {
            found = keyed[TextDigest(key)]
        } else if let name {
            found = named[TextDigest(name)]?.next(after: taken)
        } else {
            found = nil
        }
        if let found { taken.insert(found) }
        return found
    }

    /// The records of one name.
    private struct Namesakes {
        let first: ManagedObjectID
        var others: [ManagedObjectID] = []
        /// How many of them are known to be taken.
        private var passed = 0

        init(first: ManagedObjectID) { self.first = first }

        /// The first one that is not among those which are taken.
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

/// 128 bits that stand for a text of any length, in this process. They are made with a secret, so that no file
/// can hold two texts with the same digest.
struct TextDigest: Hashable {
    private let first: Int
    private let second: Int

    init(_ text: String) {
        first = Self.digest(of: text, 0)
        second = Self.digest(of: text, 1)
    }

    private static func digest(of text: String, _ number: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(number)
        hasher.combine(text)
        return hasher.finalize()
    }
}

extension String {
    /// The text without regard to case and accents, for comparing names.
    var foldedForMatching: String {
        // Most names are plain: the answer is the same.
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
