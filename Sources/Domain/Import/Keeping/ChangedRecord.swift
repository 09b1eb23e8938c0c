import Persistence

/// A record that an import changed.
struct ChangedRecord: Hashable, Codable {
    let entity: String
    let number: Int64
    /// The values before and after the import, by key.
    let former: [String: StoredValue]
    let new: [String: StoredValue]
}

extension ChangedRecord {
    /// The values that were changed, each by a name that no value of another record has.
    var changedKeys: [String] { new.keys.map(name) }

    func name(of key: String) -> String { "\(entity).\(number).\(key)" }

    /// Whether a record has the new values.
    ///
    /// - Throws: errors of the store.
    func isDone(to object: ManagedObject) throws -> Bool {
        try new.allSatisfy { try StoredValue($0.key, of: object) == $0.value }
    }
}
