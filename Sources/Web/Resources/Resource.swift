import Domain
import Persistence

/// Records of one kind with their pages, which people add, edit and delete: what differs from one
/// resource to the next.
///
/// ``ResourceActions`` answers their addresses; what it needs beside this is written once. A resource
/// says what it is called and where it stands, which fields its form has, how its list is searched,
/// sorted and shown, what its own page looks like, and what its deletion takes along.
protocol Resource: ShownResource {
    /// What is told after a change. Default: that a record was added, saved, deleted.
    var announcements: ResourceAnnouncements { get }
    /// The fields of the form, in their order. Default: those of the description.
    var fields: [FieldDescription] { get }
    /// A record that is to be added. Default: one with what the model has as default.
    ///
    /// - Throws: errors of the store.
    func make(in context: ManagedObjectContext) throws -> Record
    /// Looks at a record that has got what was posted, for what its fields cannot know by themselves;
    /// adds faults to the decoder. Default: nothing.
    ///
    /// - Throws: errors of the store.
    func check(
        _ record: Record, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws
    /// What the deletion of a record takes along, or why it cannot be. Default: nothing else is deleted.
    ///
    /// - Throws: errors of the store.
    func deletion(of record: Record, in context: ManagedObjectContext) throws -> DeletionQuestion
    /// Deletes a record, and what is to go along. Default: what the rules of the model say.
    ///
    /// - Parameter choice: what was chosen, where the question offers a choice.
    /// - Throws: errors of the store.
    func delete(_ record: Record, choosing choice: String?, in context: ManagedObjectContext) throws
    /// Where to go on when a record is gone. Default: the list.
    func list(after values: Values) -> SitePath
}

extension Resource where Record: DescribedRecord {
    var fields: [FieldDescription] { Record.description.fields }
}

extension Resource {
    var hasForm: Bool { true }

    var announcements: ResourceAnnouncements { ResourceAnnouncements() }

    var fieldsFromFilters: [String] { fields.map(\.name) }

    func make(in context: ManagedObjectContext) throws -> Record { Record(context: context) }

    func check(
        _ record: Record, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {}

    /// Looks at a record of which nothing was posted: one that comes back, or a state of it.
    ///
    /// - Parameter title: what is refused.
    /// - Throws: ``SiteError`` 422 for what ``check(_:_:in:)`` finds; errors of the store.
    func check(_ record: Record, orRefuse title: String, in context: ManagedObjectContext) throws {
        var decoder = FormDecoder(FormData())
        try check(record, &decoder, in: context)
        guard decoder.faults.isEmpty else {
            throw SiteError.unprocessable(title, faults: decoder.faults)
        }
    }

    func deletion(of record: Record, in context: ManagedObjectContext) throws -> DeletionQuestion {
        DeletionQuestion(consequences: ["Nothing else is deleted."])
    }

    func delete(
        _ record: Record, choosing choice: String?, in context: ManagedObjectContext
    ) throws {
        context.delete(record)
    }

    func list(after values: Values) -> SitePath { paths.list }

    /// The currency of its amounts.
    var currency: Currency { site.currency }
}

extension Resource {
    /// Refuses a name that another record has, whatever its case and accents.
    ///
    /// - Parameter field: the attribute. Default: `name`.
    /// - Throws: errors of the store.
    func checkName(
        _ field: String = "name", of record: Record, _ decoder: inout FormDecoder,
        in context: ManagedObjectContext
    ) throws {
        try checkName(field, of: record, &decoder) { name in
            let request = try FetchRequest<Record>(format: "%K ==[cd] %@", field, name)
            return try context.fetch(request).first { $0 !== record }
        }
    }

    /// Refuses a name that another record has: the two could not be told apart. The name that a record had
    /// before is its own, in other letters too.
    ///
    /// - Parameters:
    ///   - field: the attribute. Default: `name`.
    ///   - named: finds another record of a name.
    /// - Throws: what the closure throws.
    func checkName(
        _ field: String = "name", of record: Record, _ decoder: inout FormDecoder,
        named: (String) throws -> Record?
    ) throws {
        guard decoder.message(for: field) == nil,
            let name = try record.value(forKey: field) as? String
        else { return }
        if case .string(let former)? = record.committedValues(forKeys: [field])[field],
            former.lowercased() == name.lowercased()
        {
            return
        }
        guard let other = try named(name) else { return }
        let taken = try other.value(forKey: field) as? String ?? name
        let label = fields.first { $0.name == field }?.label ?? words.one
        decoder.fail(field, label, "there is a \(words.one) “\(taken)” already")
    }
}
