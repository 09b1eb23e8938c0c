import Persistence

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
