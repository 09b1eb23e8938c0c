import Domain
import Hummingbird
import ObjectModel
import Persistence

/// Records of one kind with their list.
///
/// ``ListActions`` answers the addresses of the list; ``ShownResource`` adds the page of a record,
/// and ``Resource`` the changes by users.
///
/// Sections have their own types. The pages and actions that all lists share are compiled once:
/// they use `any ListedResource`, and ask it for rows and documents, where the type of the records
/// is known.
protocol ListedResource: Sendable {
    /// The class of the records.
    associatedtype Record: ManagedObject
    /// A record with the values of its row besides its fields. Default: the record with a count.
    associatedtype Values: RecordValues = DescribedValues<Record>
    /// The page of the list. Default: the shared one.
    associatedtype IndexPage: TemplatePage = RecordIndexPage

    var site: Site { get }
    var words: ResourceWords { get }
    var paths: ResourcePaths { get }
    /// The section and tab of its pages.
    var place: ResourcePlace { get }
    /// The entities that its pages depend on, so that they stay cached until such a record is
    /// saved; nil for all entities, which is the default without a description. Default: the entity
    /// of its records, and those that their fields refer to.
    var entities: Set<EntityName>? { get }
    /// A text that changes with everything else that its list depends on besides records and its
    /// address. Default: nothing.
    var cacheVariant: String { get }
    /// Whether users add records by a form. Default: only in a ``Resource``.
    var hasForm: Bool { get }

    /// The parameters and columns of its list.
    var list: ListDescription { get }
    /// Checks that the record that the list belongs to exists. Default: it belongs to none.
    ///
    /// - Throws: a 404.
    func checkOwner(in context: ManagedObjectContext) throws
    /// The records on the page of a view, in its order, and the total number. Default: those of the
    /// request.
    ///
    /// - Parameter sums: the sums over all records of the view.
    /// - Throws: errors of the predicate and of the store.
    func page(
        of list: ListRequest, _ sums: ListSums, in context: ManagedObjectContext
    ) throws -> (records: [Record], total: Int)
    /// The number of records in a view. Default: that of the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func count(of list: ListRequest, in context: ManagedObjectContext) throws -> Int
    /// The IDs of all records of a view, in its order. Default: those of the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func ids(of list: ListRequest, in context: ManagedObjectContext) throws -> [ManagedObjectID]
    /// The fetch request for the records of a view, in its order. Default: by its search and its
    /// filters.
    ///
    /// - Throws: errors of the model.
    func request(_ list: ListRequest) throws -> FetchRequest<Record>
    /// The same records in an order that the store does not know; nil, the default, for the order
    /// of the request.
    ///
    /// - Throws: errors of the predicate and of the store.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]?
    /// The relationships to prefetch. Default: none.
    var prefetching: [String] { get }
    /// The rows of the page of a view, if they can be read without its records; nil, the default, if
    /// not.
    ///
    /// - Throws: errors of the predicate and of the store.
    func rows(of list: ListRequest, in context: ManagedObjectContext) throws -> [ListRow]?
    /// The values of records, in their order. Default: the records with their titles.
    ///
    /// - Throws: errors of the store.
    func values(_ records: [Record], in context: ManagedObjectContext) throws -> [Values]
    /// The values of records for their rows, if that is less work. Default: all values.
    ///
    /// - Throws: errors of the store.
    func rowValues(_ records: [Record], in context: ManagedObjectContext) throws -> [Values]
    /// The row of a record. Default: its name as a link, and its cells.
    ///
    /// - Throws: errors of the store.
    func row(_ values: Values) throws -> ListRow
    /// The cells of a record after its name. Default: the members of the columns.
    ///
    /// - Throws: errors of the store.
    func cells(_ values: Values) throws -> [ListCell]
    /// The sums over all records of a view, on all pages. Default: none.
    ///
    /// - Throws: errors of the predicate and of the store.
    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums
    /// The filter chips. Default: those of the description.
    ///
    /// - Parameter wholeCount: the number of all records.
    /// - Throws: errors of the store.
    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip]
    /// Records whose number is a member. Default: none.
    var counted: CountedMembers? { get }
    /// The notices that stay until a user decides about them. Default: none.
    ///
    /// - Throws: errors of the store.
    func standingNotices(in context: ManagedObjectContext) throws -> [StandingNotice]
    /// The list in other formats, such as a calendar. Default: none.
    var otherForms: [PathLink] { get }
    /// The one of these formats that can be shared by a link; nil, the default, for none.
    var sharedForm: SitePath? { get }
    /// The filters whose values a new record starts with. Default: none.
    var fieldsFromFilters: [String] { get }
    /// The page of the list. Default: the shared one.
    ///
    /// - Parameters:
    ///   - page: the shared page.
    ///   - records: the records on the page.
    /// - Throws: errors of the store.
    func index(
        _ page: RecordIndexPage, _ records: [Values], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> IndexPage
    /// The page for an invalid address.
    ///
    /// - Parameter page: the shared page.
    /// - Throws: errors of the store.
    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) throws -> IndexPage
    /// A second identifier of a record in live updates. Default: none.
    func liveKey(of values: Values) -> LiveState.Name?

    /// The members of JSON between number and version, and the columns of CSV after the number.
    /// Default: its fields.
    var members: [RecordMember<Values>] { get }
    /// The schema of a record as JSON. Default: its number, members and version.
    var schema: JSONSchema { get }
    /// The schema of a record in a list as JSON. Default: the same.
    var listedSchema: JSONSchema { get }
    /// A record as JSON. Default: its members.
    ///
    /// - Throws: errors of the store.
    func json(_ values: Values) throws -> JSONValue
    /// A record in a list as JSON. Default: as on its page.
    ///
    /// - Throws: errors of the store.
    func listedJSON(_ values: Values) throws -> JSONValue
    /// The columns of CSV. Default: its members.
    var csvColumns: [String] { get }
    /// The cells of a record in the order of the columns.
    ///
    /// - Throws: errors of the store.
    func csvCells(_ values: Values) throws -> [CSVDocument.Cell]
    /// The list as CSV. Default: its columns and cells.
    ///
    /// - Throws: errors of the store.
    func table(in context: ManagedObjectContext) throws -> RecordTable
    /// The record of an address. Default: the one with the number.
    ///
    /// - Throws: a 404 if there is none.
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Record
    /// The record of an address by its number or key. Default: by its number.
    ///
    /// - Throws: a 404 if there is none.
    func existing(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> Record
}

extension ListedResource {
    var links: SiteLinks { site.links }

    /// The currency of its amounts.
    var currency: Currency { site.currency }

    var entities: Set<EntityName>? { nil }

    var cacheVariant: String { "" }

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
        of list: ListRequest, _ sums: ListSums, in context: ManagedObjectContext
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

    func rows(of list: ListRequest, in context: ManagedObjectContext) throws -> [ListRow]? { nil }

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

    func liveKey(of values: Values) -> LiveState.Name? { nil }

    func table(in context: ManagedObjectContext) throws -> RecordTable {
        RecordTable(
            container: site.household.container, columns: csvColumns, prefetching: prefetching
        ) { (records: [Record], table, context) in
            for values in try values(records, in: context) { table.append(try csvCells(values)) }
        }
    }

    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip] {
        try self.list.chips.flatMap { chip in
            let filtered = ListQuery().filtered(chip.filter, by: chip.value)
            let count = try count(of: ListRequest(filtered), in: context)
            let isOn = list.query.filter(chip.filter) == chip.value
            guard count > 0 || chip.isShownIfEmpty || isOn else { return [FilterChip]() }
            return list.query.chips(
                chip.filter, [(chip.label, chip.value, count)], of: paths.list, links)
        }
    }

    var counted: CountedMembers? { nil }

    func standingNotices(in context: ManagedObjectContext) throws -> [StandingNotice] { [] }

    var members: [RecordMember<Values>] { [] }

    var schema: JSONSchema {
        let members = members.filter { $0.place.contains(.documents) }
        return .object(
            [("id", .integer)] + members.map { ($0.name, $0.schema) } + [("version", .integer)])
    }

    var listedSchema: JSONSchema { schema }

    func json(_ values: Values) throws -> JSONValue {
        .object(try members.json(of: values) + [("version", .int(values.rowVersion))])
    }

    func listedJSON(_ values: Values) throws -> JSONValue { try json(values) }

    var csvColumns: [String] { ["id"] + members.columns() }

    func csvCells(_ values: Values) throws -> [CSVDocument.Cell] {
        [.int(values.recordNumber)] + (try members.cells(of: values))
    }

    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Record {
        try context.existing(Record.self, number, words.one)
    }

    func existing(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> Record {
        guard case .number(let number) = id else { throw SiteError.notFound() }
        return try existing(number, in: context)
    }
}

extension ListedResource where Record: DescribedRecord, Values == DescribedValues<Record> {
    func values(_ records: [Record], in context: ManagedObjectContext) throws -> [Values] {
        guard let counted else { return try records.map { try DescribedValues($0) } }
        let counts = try MemberCounts(counted, of: records.map(\.objectID), context)
        return try records.map { try DescribedValues($0, count: counts[$0]) }
    }

    var members: [RecordMember<Values>] {
        let fields: [RecordMember<Values>] = Record.description.members()
        guard let counted else { return fields }
        return fields + [.count(counted.name)]
    }
}

extension ListedResource where Record: DescribedRecord {
    var entities: Set<EntityName>? {
        Record.description.fields.reduce(into: [Record.description.entity]) { entities, field in
            if let other = field.reference { entities.insert(EntityName(other.entityName)) }
            if case .item = field.kind { entities.insert(.item) }
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

    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) -> RecordIndexPage {
        page
    }
}

extension ListedResource {
    /// The name of the entity, which is that of its class.
    var entityName: String { "\(Record.self)" }

    func values(_ record: Record, in context: ManagedObjectContext) throws -> Values {
        guard let values = try values([record], in: context).first else {
            throw SiteError.notFound("There is no such \(words.one)")
        }
        return values
    }

    func path(of values: Values) -> SitePath { paths.record(values.identifier) }

    /// The `id` of a record's row: `label-sheet-3`.
    func anchor(of values: Values) -> String {
        "\(words.one.split(separator: " ").joined(separator: "-"))-\(values.identifier)"
    }

    /// The row of a record with its title.
    ///
    /// - Parameters:
    ///   - name: the name in the row. Default: the title of the record.
    ///   - isDim, pill, small: those of the row.
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
    /// The request for the records that fulfil some conditions and the predicate of a view, in its
    /// order.
    ///
    /// - Parameter order: the default order. Default: none.
    func request(
        _ list: ListRequest, where conditions: [FetchPredicate], else order: SortOrder? = nil
    ) -> FetchRequest<Record> {
        var request = FetchRequest<Record>()
        request.predicate = .all(conditions + [list.predicate].compactMap(\.self))
        request.sortDescriptors = sortDescriptors(of: list, else: order)
        return request
    }

    /// The conditions of a view's search, and of its filters by attributes and relationships.
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

    /// The conditions of a view's search.
    func conditions(ofSearch list: ListRequest) -> [FetchPredicate] {
        let search = list.query.search
        return self.list.searched.map { FetchPredicate.words(search, inAnyOf: $0) }
            ?? FetchPredicate.searching(search)
    }

    /// The parameters of its list. It can also be sorted by all attributes in its tables, and by the
    /// titles of the records that they name.
    var parameters: ListParameters {
        var parameters = list.parameters
        parameters.hasOrderMenu = true
        parameters.furtherSortKeys = {
            csvColumns.filter { !list.parameters.sortKeys.contains($0) && sortAttribute($0) != nil }
        }
        return parameters
    }

    /// The order of a view, with texts as people sort them.
    ///
    /// - Parameter order: the default order. Default: none.
    func sortDescriptors(
        of list: ListRequest, else order: SortOrder? = nil
    ) -> [FetchSortDescriptor] {
        guard let sort = list.query.sort ?? order else { return [] }
        let attribute =
            sortAttribute(sort.attribute)
            ?? self.list.olderKeys[sort.attribute].flatMap(sortAttribute)
        return [
            FetchSortDescriptor(
                attribute?.keyPath ?? sort.attribute, ascending: sort.isAscending,
                comparison: attribute?.type == .string ? .localizedStandard : .plain)
        ]
    }

    /// The attribute that a sort key leads to: `item.itemName` for `item`; nil if it leads to none
    /// with an order.
    private func sortAttribute(_ key: String) -> (keyPath: String, type: AttributeType)? {
        let layout = site.household.container.coordinator.layout
        let path = list.columnPaths[key] ?? key
        let names = path.split(separator: ".").map(String.init)
        let owner = names.dropLast().reduce(layout.entity(named: entityName)) { entity, name in
            let relationship = entity?.slot(named: name)?.relationship
            return relationship.flatMap { layout.entity(named: $0.destinationEntity) }
        }
        guard let slot = names.last.flatMap({ owner?.slot(named: $0) }), !slot.isTransient
        else { return nil }
        if let relationship = slot.relationship {
            guard !relationship.isToMany,
                let title = RecordDescription.title(of: relationship.destinationEntity)
            else { return nil }
            return ("\(path).\(title)", .string)
        }
        guard let type = slot.attribute?.attributeType,
            ![.binaryData, .transformable].contains(type)
        else { return nil }
        return (path, type)
    }
}
