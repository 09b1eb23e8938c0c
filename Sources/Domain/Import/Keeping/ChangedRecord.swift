/// A record that an import changed.
struct ChangedRecord: Hashable, Codable {
    let entity: String
    let number: Int64
    /// The values before and after the import, by key.
    let former: [String: StoredValue]
    let new: [String: StoredValue]
}
