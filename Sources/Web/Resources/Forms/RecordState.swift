import Domain
import Persistence

/// A record with the texts of its form.
struct RecordState: Sendable {
    let record: RecordSummary
    /// The texts of the fields, by name.
    let texts: [String: String]
    /// The options of the fields for relationships, by name.
    let options: [String: [SelectOption]]
}

extension Resource {
    /// The record in an address, with the texts of its form.
    ///
    /// - Throws: a 404 if there is none.
    func state(_ number: Int64, in context: ManagedObjectContext) throws -> RecordState {
        try state(of: existing(number, in: context), in: context)
    }

    /// A record with the texts of its form.
    ///
    /// - Throws: errors of the store.
    func state(of record: Record, in context: ManagedObjectContext) throws -> RecordState {
        RecordState(
            record: try summary(of: record, in: context), texts: try texts(of: record),
            options: try options(in: context))
    }

    /// The initial texts for a new record: those in the address, or else the defaults of the model.
    ///
    /// - Throws: errors of the store.
    func texts(
        ofNew named: FormData, in context: ManagedObjectContext
    ) throws -> [String: String] {
        // It is never saved, and is discarded with the context.
        let record = try make(in: context)
        var texts: [String: String] = [:]
        for field in fields {
            texts[field.name] = try named[field.name] ?? field.defaultText(of: record)
        }
        return texts
    }

    /// The options of the fields for relationships.
    ///
    /// - Throws: errors of the store.
    func options(in context: ManagedObjectContext) throws -> [String: [SelectOption]] {
        var options: [String: [SelectOption]] = [:]
        for field in fields { options[field.name] = try field.options(in: context) }
        return options
    }
}
