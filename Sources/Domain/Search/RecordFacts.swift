import Persistence

/// What an index of texts keeps of a record beside them.
struct RecordFacts<Facts: Sendable>: Sendable {
    /// The properties that it is made of.
    let keys: [String]
    /// Makes it of what was read of the record.
    let ofRow: @Sendable (FetchedDictionary) -> Facts
    /// Makes it of the record, once that is saved.
    let ofObject: @Sendable (ManagedObject) -> Facts
}

extension RecordFacts<Void> {
    /// Nothing.
    static var nothing: RecordFacts { RecordFacts(keys: [], ofRow: { _ in }, ofObject: { _ in }) }
}

extension RecordFacts<Int64> {
    /// The number of the record that a relationship leads to; 0 for none.
    static func owner(_ key: String) -> RecordFacts {
        RecordFacts(
            keys: [key], ofRow: { $0.number(key) ?? 0 },
            // A relationship that the entity has not is a mistake of the program, which reading has told.
            ofObject: { object in
                ((try? object.value(forKey: key)) as? ManagedObject)?.objectID.recordNumber ?? 0
            })
    }
}
