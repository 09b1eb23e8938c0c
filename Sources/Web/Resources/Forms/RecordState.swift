import Domain
import Persistence

/// A record as its form shows it.
struct RecordState: Sendable {
    let record: RecordSummary
    /// What stands in each field, by its name.
    let texts: [String: String]
    /// What the fields for relationships offer, by their names.
    let options: [String: [SelectOption]]
}

extension Resource {
    /// The record that an address names, as its form shows it.
    ///
    /// - Throws: a 404 if there is none.
    func state(_ number: Int64, in context: ManagedObjectContext) throws -> RecordState {
        try state(of: existing(number, in: context), in: context)
    }

    /// A record as its form shows it.
    ///
    /// - Throws: errors of the store.
    func state(of record: Record, in context: ManagedObjectContext) throws -> RecordState {
        RecordState(
            record: try summary(of: record, in: context), texts: try texts(of: record),
            options: try options(in: context))
    }

    /// What stands in each field for a record.
    func texts(of record: Record) throws -> [String: String] {
        var texts: [String: String] = [:]
        for field in fields { texts[field.name] = try field.text(of: record) }
        return texts
    }

    /// What stands in the fields of a new record: what its address says, else what the model has as
    /// default.
    ///
    /// - Throws: errors of the store.
    func texts(
        ofNew named: FormData, in context: ManagedObjectContext
    ) throws -> [String: String] {
        // It is never saved, and goes with the context.
        let record = try make(in: context)
        var texts: [String: String] = [:]
        for field in fields {
            texts[field.name] = try named[field.name] ?? field.defaultText(of: record)
        }
        return texts
    }

    /// What the fields for relationships offer.
    ///
    /// - Throws: errors of the store.
    func options(in context: ManagedObjectContext) throws -> [String: [SelectOption]] {
        var options: [String: [SelectOption]] = [:]
        for field in fields { options[field.name] = try field.options(in: context) }
        return options
    }
}
