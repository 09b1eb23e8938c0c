import Domain
import Persistence

/// A record with the texts of its form.
struct RecordState: Sendable {
    let record: RecordSummary
    let fields: [FieldDescription]
    /// The texts of the fields, by name.
    let texts: [String: String]
    /// The options of the fields for relationships, by name.
    let options: [String: [SelectOption]]
}

extension Resource {
    /// The record in an address, with the texts of its form.
    ///
    /// - Throws: a 404 if there is none.
    func state(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> RecordState {
        try state(of: existing(id, in: context), in: context)
    }

    /// A record with the texts of its form.
    ///
    /// - Throws: errors of the store.
    func state(of record: Record, in context: ManagedObjectContext) throws -> RecordState {
        let fields = try fields(of: record)
        return RecordState(
            record: try rowSummary(of: record, in: context), fields: fields,
            texts: try texts(of: record), options: try options(of: fields, in: context))
    }

    /// The options of fields for relationships.
    ///
    /// - Throws: errors of the store.
    func options(
        of fields: [FieldDescription], in context: ManagedObjectContext
    ) throws -> [String: [SelectOption]] {
        var options: [String: [SelectOption]] = [:]
        for field in fields { options[field.name] = try field.options(in: context) }
        return options
    }
}
