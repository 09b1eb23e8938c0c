import Foundation

/// The results of a fetch in their order, with insertions and removals.
struct FetchedResultsList<Result: ManagedObject> {
    private struct Entry {
        let object: Result
        /// The ID that orders the object among equal ones.
        let id: ManagedObjectID
        let section: String
        /// The sort key of the object, computed at the first comparison.
        var key: FetchSortKey?
    }

    private let descriptors: [FetchSortDescriptor]
    private let sectionName: (Result) throws -> String
    private var entries: [Entry]

    init(
        _ objects: [Result], by descriptors: [FetchSortDescriptor],
        sectionName: @escaping (Result) throws -> String
    ) throws {
        self.descriptors = descriptors
        self.sectionName = sectionName
        entries = try objects.map {
            Entry(object: $0, id: $0.objectID, section: try sectionName($0))
        }
    }

    var objects: [Result] { entries.map(\.object) }

    /// The objects whose ID has changed since they were inserted.
    var renamedObjects: [Result] {
        entries.lazy.filter { $0.id != $0.object.objectID }.map(\.object)
    }

    func contains(where condition: (Result) -> Bool) -> Bool {
        entries.contains { condition($0.object) }
    }

    /// The objects by section; the sections in the order of their first objects.
    var shape: ResultsShape<Result> {
        var shape = ResultsShape<Result>(names: [], members: [])
        var numbers: [String: Int] = [:]
        for entry in entries {
            if let last = shape.names.last, last == entry.section {
                shape.members[shape.members.count - 1].append(entry.object)
            } else if let number = numbers[entry.section] {
                shape.members[number].append(entry.object)
            } else {
                numbers[entry.section] = shape.names.count
                shape.names.append(entry.section)
                shape.members.append([entry.object])
            }
        }
        return shape
    }

    /// The name of a section that the order scatters; nil if there is none.
    var scatteredSection: String? {
        var seen: Set<String> = []
        var last: String?
        for entry in entries where entry.section != last {
            guard seen.insert(entry.section).inserted else { return entry.section }
            last = entry.section
        }
        return nil
    }

    /// Removes objects, and inserts others where they belong.
    mutating func replace(_ removed: Set<Result>, with objects: [Result]) throws {
        entries.removeAll { removed.contains($0.object) }
        let added = try objects.map { object in
            Entry(
                object: object, id: object.objectID, section: try sectionName(object),
                key: try FetchSortKey(of: object, descriptors))
        }.sorted { precedes($0, $1) }
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + added.count)
        var rest = 0
        for entry in added {
            let position = try self.position(of: entry, from: rest)
            merged += entries[rest..<position]
            merged.append(entry)
            rest = position
        }
        merged += entries[rest...]
        entries = merged
    }

    /// The position of an entry, at or after an index.
    private mutating func position(of entry: Entry, from start: Int) throws -> Int {
        var (low, high) = (start, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key == nil {
                entries[middle].key = try FetchSortKey(of: entries[middle].object, descriptors)
            }
            if precedes(entries[middle], entry) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func precedes(_ first: Entry, _ second: Entry) -> Bool {
        if let firstKey = first.key, let secondKey = second.key,
            let answer = firstKey.precedes(secondKey, descriptors)
        {
            return answer
        }
        return first.id.wasGiven(before: second.id)
    }
}

extension PredicateValue {
    var sectionName: String { attributeValue?.sectionName ?? "" }
}

extension AttributeValue {
    fileprivate var sectionName: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .boolean(let flag): flag ? "1" : "0"
        case .date(let date): date.formatted(.iso8601)
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        case .object(let id): id.uriRepresentation
        case .null, .data, .deferred, .transformable: ""
        }
    }
}
