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
    /// A record with what its row says beside its fields. Default: the record with a count.
    associatedtype Values: RecordValues = DescribedValues<Record>
    /// The page of the list. Default: the one that lists have in common.
    associatedtype IndexPage: TemplatePage = RecordIndexPage

    var site: Site { get }
    var words: ResourceWords { get }
    var paths: ResourcePaths { get }
    /// The tabs that its pages belong to.
    var place: ResourcePlace { get }
    /// What its pages are made of, so that they are kept until such a record is saved; nil for anything there
    /// is, which is the default for what has no description. Default: its records, and what their fields
    /// refer to.
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
    /// The records that a view of the list selects, in the order of the view. Default: those that its search
    /// and its filters select.
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
    /// The values of records, in their order. Default: the records with their titles.
    ///
    /// - Throws: errors of the store.
    func values(_ records: [Record], in context: ManagedObjectContext) throws -> [Values]
    /// The values of records as far as their rows show them, where that takes less reading. Default: all
    /// values.
    ///
    /// - Throws: errors of the store.
    func rowValues(_ records: [Record], in context: ManagedObjectContext) throws -> [Values]
    /// A record in the list. Default: its name, which leads to it, and its cells.
    ///
    /// - Throws: errors of the store.
    func row(_ values: Values) throws -> ListRow
    /// The cells of a record behind its name. Default: what the columns name.
    ///
    /// - Throws: errors of the store.
    func cells(_ values: Values) throws -> [ListCell]
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

    /// What documents say of a record between its number and its version, and tables behind its number.
    /// Default: its fields.
    var members: [RecordMember<Values>] { get }
    /// A record for programs. Default: its members.
    ///
    /// - Throws: errors of the store.
    func json(_ values: Values) throws -> JSONValue
    /// A record in a list for programs. Default: as it is alone.
    ///
    /// - Throws: errors of the store.
    func listedJSON(_ values: Values) throws -> JSONValue
    /// The columns of the list for spreadsheets. Default: its members.
    var csvColumns: [String] { get }
    /// The cells of a record, under these columns.
    ///
    /// - Throws: errors of the store.
    func csvCells(_ values: Values) throws -> [CSVDocument.Cell]
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

    func request(_ list: ListRequest) throws -> FetchRequest<Record> {
        try request(list, where: conditions(of: list), else: self.list.orders.first?.sort)
    }

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

    func row(_ values: Values) throws -> ListRow { row(values, try cells(values)) }

    func cells(_ values: Values) throws -> [ListCell] {
        let members = members
        return try list.columns.dropFirst().map { column in
            guard let member = members.first(where: { $0.name == column.member }) else {
                return ListCell("")
            }
            return ListCell(try member.value(values), column, in: site.currency)
        }
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

    var members: [RecordMember<Values>] { [] }

    func json(_ values: Values) throws -> JSONValue {
        .object(try members.json(of: values) + [("version", .int(values.rowVersion))])
    }

    func listedJSON(_ values: Values) throws -> JSONValue { try json(values) }

    var csvColumns: [String] { ["id"] + members.filter { $0.place.contains(.tables) }.map(\.name) }

    func csvCells(_ values: Values) throws -> [CSVDocument.Cell] {
        [.int(values.recordNumber)]
            + (try members.filter { $0.place.contains(.tables) }.map { try $0.value(values).cell })
    }

    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Record {
        try context.existing(Record.self, number, words.one)
    }
}

extension ListedResource where Record: DescribedRecord, Values == DescribedValues<Record> {
    func values(_ records: [Record], in context: ManagedObjectContext) throws -> [Values] {
        try records.map { try DescribedValues($0) }
    }

    /// The records with how many others refer to each of them.
    func values(_ records: [Record], _ counts: MemberCounts) throws -> [Values] {
        try records.map { try DescribedValues($0, count: counts[$0]) }
    }

    var members: [RecordMember<Values>] { Record.description.members() }
}

extension ListedResource where Record: DescribedRecord {
    var entities: Set<EntityName>? {
        Record.description.fields.reduce(into: [Record.description.entity]) { entities, field in
            switch field.kind {
            case .reference(let other), .named(let other):
                entities.insert(EntityName(other.entityName))
            case .item: entities.insert(.item)
            default: break
            }
        }
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

    /// The element of the list that is a record's row: `label-sheet-3`.
    func anchor(of values: Values) -> String {
        "\(words.one.replacing(" ", with: "-"))-\(values.recordNumber)"
    }

    /// A record in the list, by its title.
    ///
    /// - Parameters:
    ///   - name: what the row is called. Default: the title of the record.
    ///   - isDim, pill, small: as those of the row.
    func row(
        _ values: Values, name: String? = nil, isDim: Bool = false, pill: String = "",
        small: String = "", _ cells: [ListCell]
    ) -> ListRow {
        ListRow(
            anchor: anchor(of: values), path: links(path(of: values)), name: name ?? values.title,
            isDim: isDim, pill: pill, small: small, cells)
    }
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

    /// What the search of a view asks for, and its filters that are attributes and relationships.
    ///
    /// - Throws: errors of the model.
    func conditions(of list: ListRequest) throws -> [FetchPredicate] {
        let coordinator = site.household.container.coordinator
        let layout = coordinator.layout.entity(named: entityName)
        return conditions(ofSearch: list)
            + (try self.list.parameters.filters.compactMap { filter in
                guard let text = list.query.filter(filter.name) else { return nil }
                guard let slot = layout?.slot(named: filter.name) else { return nil }
                guard let relationship = slot.relationship else { return .key(filter.name) == text }
                guard let number = Int64(text) else { return .key(filter.name) == nil }
                return .key(filter.name)
                    == (try coordinator.objectID(
                        entityName: relationship.destinationEntity, recordNumber: number))
            })
    }

    /// What the search of a view asks for.
    func conditions(ofSearch list: ListRequest) -> [FetchPredicate] {
        let search = list.query.search
        return self.list.searched.map { FetchPredicate.words(search, inAnyOf: $0) }
            ?? FetchPredicate.searching(search)
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
