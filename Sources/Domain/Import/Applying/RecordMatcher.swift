import Persistence

/// Finds the records that rows are about: by a key, or by what they are called, each name for as many
/// rows as there are records of it, in their order.
struct RecordMatcher {
    private var keyed: [String: ManagedObjectID] = [:]
    private var named: [String: [ManagedObjectID]] = [:]
    private var taken: Set<ManagedObjectID> = []

    /// Takes note of a record.
    mutating func add(_ id: ManagedObjectID, key: String? = nil, names: [String]) {
        if let key { keyed[key] = id }
        for name in names { named[name, default: []].append(id) }
    }

    /// The record that a row is about; nil for a new one.
    mutating func take(key: String?, name: String?) -> ManagedObjectID? {
        let found: ManagedObjectID?
        if let key {
            found = keyed[key]
        } else {
            found = name.flatMap { named[$0] }?.first { !taken.contains($0) }
        }
        if let found { taken.insert(found) }
        return found
    }
}
