import Persistence

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
