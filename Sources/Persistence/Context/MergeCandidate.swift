/// A record that a context and someone else changed, or that has the unique values of another object,
/// for a merge policy of the application's own.
public struct MergeCandidate: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The values as the context had read them, by property.
    public let original: [String: AttributeValue]
    /// The values as the context wants to save them, by property.
    public let unsaved: [String: AttributeValue]
    /// The values as the store has them now, by property.
    public let persisted: [String: AttributeValue]
    /// The properties whose values have to be unique and are those of an object that the context
    /// wants to save; `unsaved` is that object then, which is merged into the record and goes. Empty
    /// where others changed the record.
    public let uniqueProperties: [String]
}

extension EntityLayout {
    /// The values of a record by property, to-many relationships left out.
    func valuesByName(_ row: RowSnapshot) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for slot in slots where !slot.isToMany { values[slot.name] = row[slot.number] }
        return values
    }
}
