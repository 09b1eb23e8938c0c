import Domain
import Hummingbird
import ObjectModel
import Persistence

/// Records of one kind with their list.
///
/// ``ListActions`` answers the addresses of the list; ``ShownResource`` adds the page of a record, and
/// ``Resource`` what people may change.
///
/// Sections are written with types of their own. Pages and actions that all lists share are compiled once:
/// they take `any ListedResource`, and get rows and documents, where a kind of record makes them.
protocol ListedResource: Sendable {
    /// The records.
    associatedtype Record: ManagedObject
    /// What a record is, apart from any context.
    associatedtype Values: RecordValues
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
    /// What its list depends on beside records and its address, as a text that changes with it.
    /// Default: nothing.
    var circumstances: String { get }
    /// Whether people add records by a form. Default: only those of a ``Resource``.
    var hasForm: Bool { get }

    /// What its list understands and shows.
    var list: ListDescription { get }
    /// Makes sure that what the list belongs to is there. Default: it belongs to nothing.
    ///
    /// - Throws: a 404.
    func checkOwner(in context: ManagedObjectContext) throws
    /// The records on the page of a view, in the order of the view, and how many it selects in all.
    /// Default: those of the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func page(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> (records: [Record], total: Int)
    /// How many records a view selects. Default: as many as the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func count(of list: ListRequest, in context: ManagedObjectContext) throws -> Int
    /// All records that a view selects, in its order. Default: those of the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func ids(of list: ListRequest, in context: ManagedObjectContext) throws -> [ManagedObjectID]
    /// The records that a view of the list selects, in the order of the view. Default: all records.
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
    /// The values of records as far as their rows show them, where that takes less reading. Default: all
    /// values.
    ///
    /// - Throws: errors of the store.
    func rowValues(_ records: [Record], in context: ManagedObjectContext) throws -> [Values]
    /// A record in the list. Default: its name alone, which leads to it.
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
    /// What the list says until somebody has decided about it. Default: nothing.
    ///
    /// - Throws: errors of the store.
    func standingNotices(in context: ManagedObjectContext) throws -> [StandingNotice]
    /// What stands beside the list in another form, such as a calendar. Default: nothing.
    var otherForms: [PathLink] { get }
    /// Of these, what may be shared with somebody without an account; nil, the default, for nothing.
    var sharedForm: SitePath? { get }
    /// The names of filters with which the form of a new record begins, where a view has them.
    /// Default: none.
    var fieldsFromFilters: [String] { get }
    /// The page of the list. Default: the one that lists have in common.
    ///
    /// - Parameters:
    ///   - page: the page that lists have in common.
    ///   - records: the records on the page.
    /// - Throws: errors of the store.
    func index(
        _ page: RecordIndexPage, _ records: [Values], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> IndexPage
    /// The page of an address that cannot be read.
    ///
    /// - Parameter page: the page that lists have in common.
    func index(refused page: RecordIndexPage) -> IndexPage

    /// A record for programs.
    func json(_ values: Values) -> JSONValue
    /// A record in a list for programs. Default: as it is alone.
    func listedJSON(_ values: Values) -> JSONValue
    /// The record that an address names. Default: the one with the number.
    ///
    /// - Throws: a 404 if there is none.
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Record
}

extension ListedResource {
    var links: SiteLinks { site.links }

    var entities: Set<EntityName>? { nil }

    var circumstances: String { "" }

    var hasForm: Bool { false }

    func checkOwner(in context: ManagedObjectContext) throws {}

    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        nil
    }

    func request(_ list: ListRequest) throws -> FetchRequest<Record> { FetchRequest<Record>() }

    func page(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> (records: [Record], total: Int) {
        let query = list.query
        if let ids = try order(of: list, in: context) {
            let page = ids.dropFirst(query.offset).prefix(query.perPage)
            return (try context.objects(with: page, prefetching: prefetching), ids.count)
        }
        let total = try count(of: list, in: context)
        guard query.offset < total else { return ([], total) }
        var fetch = try request(list)
        fetch.relationshipKeyPathsForPrefetching = prefetching
        fetch.fetchOffset = query.offset
        fetch.fetchLimit = query.perPage
        return (try context.fetch(fetch), total)
    }

    func count(of list: ListRequest, in context: ManagedObjectContext) throws -> Int {
        try context.count(for: request(list))
    }

    func ids(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        try order(of: list, in: context) ?? context.fetchObjectIDs(request(list))
    }

    var otherForms: [PathLink] { [] }

    var sharedForm: SitePath? { nil }

    var fieldsFromFilters: [String] { [] }

    var prefetching: [String] { [] }

    func rowValues(_ records: [Record], in context: ManagedObjectContext) throws -> [Values] {
        try values(records, in: context)
    }

    func row(_ values: Values) -> ListRow {
        ListRow(
            anchor: "record-\(values.recordNumber)", path: links(path(of: values)),
            name: values.title, [])
    }

    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        ListSums()
    }

    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip] {
        []
    }

    func standingNotices(in context: ManagedObjectContext) throws -> [StandingNotice] { [] }

    func listedJSON(_ values: Values) -> JSONValue { json(values) }

    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Record {
        guard let record = try context.existingObject(Record.self, recordNumber: number) else {
            throw SiteError.notFound("There is no such \(words.one)")
        }
        return record
    }
}

extension ListedResource where IndexPage == RecordIndexPage {
    func index(
        _ page: RecordIndexPage, _ records: [Values], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> RecordIndexPage {
        page
    }

    func index(refused page: RecordIndexPage) -> RecordIndexPage { page }
}

extension ListedResource {
    /// The name of the entity, which is that of its class.
    var entityName: String { "\(Record.self)" }

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
}

extension ListedResource {
    /// The records that fit some conditions and the predicate of a view, in its order.
    ///
    /// - Parameter order: the order of a view that asks for none. Default: none.
    func request(
        _ list: ListRequest, where conditions: [FetchPredicate], else order: SortOrder? = nil
    ) -> FetchRequest<Record> {
        var request = FetchRequest<Record>()
        request.predicate = .all(conditions + [list.predicate].compactMap(\.self))
        request.sortDescriptors = sortDescriptors(of: list, else: order)
        return request
    }

    /// The order that a view asks for: texts as people sort them, all else by size.
    ///
    /// - Parameters:
    ///   - order: the order of a view that asks for none. Default: none.
    ///   - keyPaths: by what records are sorted under a key that is no attribute of theirs: `category.name`
    ///     under `category`.
    func sortDescriptors(
        of list: ListRequest, else order: SortOrder? = nil, at keyPaths: [String: String] = [:]
    ) -> [FetchSortDescriptor] {
        guard let sort = list.query.sort ?? order else { return [] }
        let keyPath = keyPaths[sort.attribute] ?? sort.attribute
        return [
            FetchSortDescriptor(
                keyPath, ascending: sort.isAscending,
                comparison: isText(keyPath) ? .localizedStandard : .plain)
        ]
    }

    /// Whether a text is at a key path from the records.
    private func isText(_ keyPath: String) -> Bool {
        let layout = site.household.container.coordinator.layout
        var entity = layout.entity(named: entityName)
        var isText = false
        for name in keyPath.split(separator: ".") {
            guard let slot = entity?.slot(named: String(name)) else { return false }
            isText = slot.attribute?.attributeType == .string
            entity = slot.relationship.flatMap { layout.entity(named: $0.destinationEntity) }
        }
        return isText
    }
}
