import Domain
import Persistence

/// Records of one kind with their pages, which users add, edit and delete. It describes the
/// differences between resources.
///
/// ``ResourceActions`` answers their addresses with shared code. A resource describes its words and
/// addresses, the fields of its form, the search, order and columns of its list, the page of a
/// record, and the consequences of a deletion.
protocol Resource: ShownResource, RouteProvider {
    /// The messages after changes. Default: that a record was added, saved, deleted.
    var messages: ResourceMessages { get }
    /// The fields of the form, in their order. Default: those of the description.
    var fields: [FieldDescription] { get }
    /// The heading of the collapsed part of the form. Default: that of the description.
    var detailsLabel: String { get }
    /// The fields of the form of a record. Default: the same for all.
    ///
    /// - Throws: errors of the store.
    func fields(of record: Record) throws -> [FieldDescription]
    /// The fields of the form of a new record. Default: the same for all.
    ///
    /// - Parameter form: the input, or the values in the address.
    /// - Throws: errors of the store.
    func fields(
        ofNew form: FormData, in context: ManagedObjectContext
    ) throws -> [FieldDescription]
    /// The fields of requests that no description has. Default: none.
    var furtherFields: [RouteParameter] { get }
    /// Whether the form uploads a photo. Default: no.
    var hasPhoto: Bool { get }
    /// The form field with the choice in the question before a deletion; nil, the default, if there is none.
    var deletionField: RouteParameter? { get }
    /// The address to which the form of a record is posted. Default: that of the record.
    func formPath(of record: RecordSummary) -> SitePath
    /// The page of its form. Default: the shared one with its fields.
    ///
    /// - Throws: errors of the store.
    func formPage(
        _ form: ResourceForm, in context: ManagedObjectContext
    ) throws -> any TemplatePage
    /// Adds to a form what is not a field. Default: nothing.
    ///
    /// - Throws: errors of the store and of the file system.
    func complete(
        _ form: inout RecordForm, _ shown: ResourceForm, in context: ManagedObjectContext
    ) throws
    /// The version of a record that its form is compared with. Default: that of the record.
    func version(of record: Record) -> Int64
    /// Sets the posted values of a record. Default: those of its fields.
    ///
    /// - Parameter decoder: reads the fields that the user has touched.
    /// - Throws: ``ValidationErrors``, and errors of the store.
    func take(
        _ posted: PostedForm, _ decoder: inout FormDecoder, to record: Record, isNew: Bool,
        in context: ManagedObjectContext
    ) throws
    /// The texts of the fields for a record. Default: those of its values.
    ///
    /// - Throws: errors of the store.
    func texts(of record: Record) throws -> [String: String]
    /// The initial texts for a new record: those in the address, or else the defaults of the model.
    ///
    /// - Throws: errors of the store.
    func texts(ofNew named: FormData, in context: ManagedObjectContext) throws -> [String: String]
    /// Saves a record. Default: without the photo.
    ///
    /// - Returns: the token of the undo that the notice offers. Default: none.
    /// - Throws: errors of the store and of the file system.
    func save(
        _ record: Record, with photo: UploadedPhoto, in context: ManagedObjectContext
    ) throws -> String?
    /// A new record. Default: with the defaults of the model.
    ///
    /// - Throws: errors of the store.
    func make(in context: ManagedObjectContext) throws -> Record
    /// Validates a record with posted values beyond the checks of single fields; adds faults to the
    /// decoder. Default: nothing.
    ///
    /// - Throws: errors of the store.
    func check(
        _ record: Record, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws
    /// What happens if a record is deleted, if it is the same for all. Default: nothing else is deleted.
    var consequences: [String] { get }
    /// The consequences of deleting a record, or the reason why it cannot be deleted. Default:
    /// those of all.
    ///
    /// - Throws: errors of the store.
    func deletion(of record: Record, in context: ManagedObjectContext) throws -> DeletionQuestion
    /// Deletes a record with the records that belong to it. Default: by the rules of the model.
    ///
    /// - Parameter choice: the chosen option, if the confirmation offers a choice.
    /// - Throws: errors of the store.
    func delete(_ record: Record, choosing choice: String?, in context: ManagedObjectContext) throws
    /// Deletes the record in an address.
    ///
    /// - Parameter form: the choice for the records that belong to it.
    /// - Throws: ``ValidationErrors``, and a 404.
    func delete(
        _ id: RecordIdentifier, _ form: FormData, in context: ManagedObjectContext
    ) throws -> RecordDeletion
    /// Whether deleted records are kept for undo. Default: in the inventory, and of a section by
    /// itself.
    var keepsDeletions: Bool { get }
    /// The address to continue at after a deletion. Default: the list.
    func list(after values: Values) -> SitePath
    /// The fields of the form of copies besides those of a record and their number. Default: none.
    var copyFields: [FieldDescription] { get }
    /// Adds copies of a record from the posted fields. A missing field has the initial text of the
    /// form.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    func addCopies(
        of id: RecordIdentifier, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> RecordCopies
    /// Deletes the copies that were not changed or used since. Returns their number; nil for none.
    ///
    /// - Throws: errors of the store.
    func remove(_ copies: CopiedRecords, in context: ManagedObjectContext) throws -> Int?
    /// The list that shows several new copies. Default: the list.
    var listOfCopies: SitePath { get }
}

extension Resource where Record: DescribedRecord {
    var fields: [FieldDescription] { Record.description.fields }

    var detailsLabel: String { Record.description.detailsLabel }
}

extension Resource {
    func addRoutes(to routes: inout SiteRoutes) { routes.add(self) }

    var hasForm: Bool { true }

    var detailsLabel: String { "More" }

    func fields(of record: Record) throws -> [FieldDescription] { fields }

    func fields(
        ofNew form: FormData, in context: ManagedObjectContext
    ) throws -> [FieldDescription] {
        fields
    }

    var furtherFields: [RouteParameter] { [] }

    var hasPhoto: Bool { false }

    func complete(
        _ form: inout RecordForm, _ shown: ResourceForm, in context: ManagedObjectContext
    ) throws {}

    func save(
        _ record: Record, with photo: UploadedPhoto, in context: ManagedObjectContext
    ) throws -> String? {
        try site.household.save(context)
        return nil
    }

    var messages: ResourceMessages { ResourceMessages() }

    var fieldsFromFilters: [String] { fields.map(\.name) }

    var deletionField: RouteParameter? { nil }

    func formPath(of record: RecordSummary) -> SitePath { record.path }

    func version(of record: Record) -> Int64 { record.rowVersion }

    func texts(of record: Record) throws -> [String: String] {
        var texts: [String: String] = [:]
        for field in try fields(of: record) { texts[field.name] = try field.text(of: record) }
        return texts
    }

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

    func make(in context: ManagedObjectContext) throws -> Record { Record(context: context) }

    func check(
        _ record: Record, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {}

    /// Validates a record without a form: a restored one, or a state of it.
    ///
    /// - Parameter title: the title of the error.
    /// - Throws: ``SiteError`` 422 for faults of ``check(_:_:in:)``; errors of the store.
    func check(_ record: Record, orRefuse title: String, in context: ManagedObjectContext) throws {
        var decoder = FormDecoder(FormData())
        try check(record, &decoder, in: context)
        guard decoder.faults.isEmpty else {
            throw SiteError.unprocessable(title, faults: decoder.faults)
        }
    }

    var consequences: [String] { ["Nothing else is deleted."] }

    func deletion(of record: Record, in context: ManagedObjectContext) throws -> DeletionQuestion {
        DeletionQuestion(consequences: consequences)
    }

    func delete(
        _ record: Record, choosing choice: String?, in context: ManagedObjectContext
    ) throws {
        context.delete(record)
    }

    func list(after values: Values) -> SitePath { paths.list }

    var keepsDeletions: Bool { place.section == .inventory }

    var copyFields: [FieldDescription] { [] }

    var listOfCopies: SitePath { paths.list }
}

extension Resource {
    /// Adds a fault if another record has the name, regardless of case and accents.
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

    /// Adds a fault if another record has the name, since users could not distinguish the two. A record
    /// may keep its own name in another case.
    ///
    /// - Parameters:
    ///   - field: the attribute. Default: `name`.
    ///   - named: finds another record by its name.
    /// - Throws: errors of the closure.
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
