public import Persistence

/// The conversion of a value that is not the one of the attribute: the number of an item is written
/// `A-0042`.
public struct FieldSpelling: Sendable {
    /// The text of a record's value, in the format of a region; as in files for nil.
    public let text: @Sendable (ManagedObject, Region?) throws -> String
    /// Sets the value of a record from a text in the format of a region; an empty text clears it.
    ///
    /// Throws ``FieldFault`` for a text that is not a value, and errors of the store.
    public let set: @Sendable (ManagedObject, String, Region) throws -> Void
    /// Whether a text keeps its lines. Default: no.
    public let keepsLines: Bool
    /// Whether a record without a text gets a value by itself. Default: no.
    public let isAutomatic: Bool

    public init<Record: ManagedObject>(
        of type: Record.Type, keepsLines: Bool = false, isAutomatic: Bool = false,
        text: @escaping @Sendable (Record, Region?) throws -> String,
        set: @escaping @Sendable (Record, String, Region) throws -> Void
    ) {
        self.text = { record, region in
            try (record as? Record).map { try text($0, region) } ?? ""
        }
        self.set = { record, written, region in
            if let record = record as? Record { try set(record, written, region) }
        }
        self.keepsLines = keepsLines
        self.isAutomatic = isAutomatic
    }
}

/// The reason why a text is not a value of a field.
public struct FieldFault: Error, Sendable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}
