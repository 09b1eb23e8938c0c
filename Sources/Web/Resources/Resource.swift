import Domain
import Hummingbird
import Persistence

/// Records of one kind with their pages: what differs from one resource to the next.
///
/// ``ResourceActions`` answers their addresses; what it needs beside this is written once. A resource
/// says what it is called and where it stands, which fields its form has, how its list is searched,
/// sorted and shown, what its own page looks like, and what its deletion takes along.
protocol Resource: Sendable {
    /// The records.
    associatedtype Record: ManagedObject
    /// What a record is, apart from any context.
    associatedtype Values: RecordValues
    /// The page of one record.
    associatedtype ShowPage: TemplatePage
    /// The page of the list. Default: the one that lists have in common.
    associatedtype IndexPage: TemplatePage = RecordIndexPage

    var site: Site { get }
    var words: ResourceWords { get }
    var paths: ResourcePaths { get }
    /// The tabs that its pages belong to.
    var place: ResourcePlace { get }
    /// What its pages are made of, so that they are kept until such a record is saved; nil, the
    /// default, for anything there is.
    var entities: Set<EntityName>? { get }
    /// What is told after a change.
    var announcements: ResourceAnnouncements { get }
    /// The way up from a page about a record. Default: the list.
    var crumbs: [PathLink] { get }

    // MARK: Lists

    /// What its list understands and shows.
    var list: ListDescription { get }
    /// The records that a view of the list selects, in the order of the view.
    ///
    /// - Throws: errors of the model.
    func request(_ list: ListRequest) throws -> FetchRequest<Record>
    /// The same records in an order that the store does not know; nil, the default, for the order of
    /// the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]?
    /// The key paths of what is read along with records. Default: none.
    var prefetching: [String] { get }
    /// The values of records, in their order.
    ///
    /// - Throws: errors of the store.
    func values(_ records: [Record], in context: ManagedObjectContext) throws -> [Values]
    /// A record in the list.
    func row(_ values: Values) -> ListRow
    /// What all that a view selects comes to, on whichever page it stands. Default: nothing.
    ///
    /// - Throws: errors of the predicate and of the store.
    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums
    /// The filters that one click turns on or off. Default: none.
    ///
    /// - Parameter wholeCount: how many records there are.
    /// - Throws: errors of the store.
    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip]

    /// The page of the list. Default: the one that lists have in common.
    ///
    /// - Throws: errors of the store.
    func index(_ list: RecordList<Self>, in context: ManagedObjectContext) throws -> IndexPage
    /// The page of an address that cannot be read.
    func index(refused list: ListRequest) -> IndexPage

    // MARK: Records

    /// The page of a record.
    ///
    /// - Parameter notices: what the last request did.
    /// - Throws: errors of the store.
    func show(
        _ record: Record, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ShowPage
    /// What the last request did, for the page of a record. Default: its announcement.
    func notices(for request: Request) -> [Notice]
    /// A record for programs.
    func json(_ values: Values) -> JSONValue

    // MARK: Changes

    /// The fields of the form, in their order.
    var fields: [RecordField] { get }
    /// A record that is to be added.
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
    /// What the deletion of a record takes along, or why it cannot be.
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

extension Resource {
    var links: SiteLinks { site.links }

    var entities: Set<EntityName>? { nil }

    var crumbs: [PathLink] { [PathLink(label: words.title, path: links(paths.list))] }

    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        nil
    }

    var prefetching: [String] { [] }

    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        ListSums()
    }

    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip] {
        []
    }

    func notices(for request: Request) -> [Notice] { site.notices(for: request) }

    func check(
        _ record: Record, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {}

    func delete(
        _ record: Record, choosing choice: String?, in context: ManagedObjectContext
    ) throws {
        context.delete(record)
    }

    func list(after values: Values) -> SitePath { paths.list }
}

extension Resource where IndexPage == RecordIndexPage {
    func index(
        _ list: RecordList<Self>, in context: ManagedObjectContext
    ) throws -> RecordIndexPage {
        try RecordIndexPage(list, self, in: context)
    }

    func index(refused list: ListRequest) -> RecordIndexPage {
        RecordIndexPage(refused: list, self)
    }
}

extension Resource {
    /// The name of the entity, which is that of its class.
    var entityName: String { "\(Record.self)" }

    /// The record that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Record {
        guard let record = try context.existingObject(Record.self, recordNumber: number) else {
            throw SiteError.notFound("There is no such \(words.one)")
        }
        return record
    }

    /// The values of one record.
    ///
    /// - Throws: errors of the store.
    func values(_ record: Record, in context: ManagedObjectContext) throws -> Values {
        guard let values = try values([record], in: context).first else {
            throw SiteError.notFound("There is no such \(words.one)")
        }
        return values
    }

    /// The address of a record.
    func path(of values: Values) -> SitePath { paths.record(values.recordNumber) }

    /// What surrounds a page that stands below the list, or below a record.
    func layout(
        _ title: String, about values: Values? = nil, notices: [Notice] = []
    ) -> LayoutPage {
        let record = values.map { PathLink(label: $0.title, path: links(path(of: $0))) }
        return site.layout(
            title: title, section: place.section,
            crumbs: crumbs + [record].compactMap { $0 }, notices: notices)
    }
}
