import Domain
import Hummingbird
import Persistence

/// The parts of a list without its record type, for the actions and pages that all lists share.
extension ListedResource {
    func view(_ request: Request) throws -> ListRequest {
        try ListRequest(
            request, parameters, entity: entityName,
            site.household.container.coordinator.layout, in: currency)
    }

    /// Reads a page of the list.
    ///
    /// - Parameter isOfRows: whether only the values for rows are needed.
    /// - Throws: errors of the predicate and of the store.
    private func read(
        _ request: ListRequest, isOfRows: Bool, in context: ManagedObjectContext
    ) throws -> (list: RecordList, records: [Values]) {
        try checkOwner(in: context)
        let sums = try sums(of: request, in: context)
        let page = try page(of: request, sums, in: context)
        let records =
            isOfRows
            ? try rowValues(page.records, in: context) : try values(page.records, in: context)
        let list = try list(
            request, count: records.count, total: page.total, sums, in: context)
        return (list, records)
    }

    /// The figures of a view.
    ///
    /// - Parameters:
    ///   - count: the number of records on the page.
    ///   - total: the number of records in the view.
    ///   - sums: the sums over them.
    private func list(
        _ request: ListRequest, count: Int, total: Int, _ sums: ListSums,
        in context: ManagedObjectContext
    ) throws -> RecordList {
        RecordList(
            request: request, count: count, total: total,
            wholeCount: request.query.isFiltered
                ? try self.count(of: ListRequest(), in: context) : total,
            sums: sums)
    }

    /// The page of a view.
    ///
    /// - Throws: errors of the predicate and of the store.
    func indexPage(_ request: ListRequest, in context: ManagedObjectContext) throws -> IndexPage {
        if let rows = try rows(of: request, in: context) {
            let list = try list(
                request, count: rows.count, total: count(of: request, in: context),
                sums(of: request, in: context), in: context)
            return try index(
                RecordIndexPage(list, rows, self, in: context), [], of: list, in: context)
        }
        let (list, records) = try read(request, isOfRows: true, in: context)
        let page = try RecordIndexPage(list, try records.map(row), self, in: context)
        return try index(page, records, of: list, in: context)
    }

    /// The page for an invalid address.
    ///
    /// - Throws: errors of the store.
    func indexPage(
        refused request: ListRequest, in context: ManagedObjectContext
    ) throws -> IndexPage {
        try index(refused: RecordIndexPage(refused: request, self), of: request, in: context)
    }

    /// A page of a view as JSON.
    ///
    /// - Throws: errors of the predicate and of the store.
    func document(of request: ListRequest, in context: ManagedObjectContext) throws -> JSONValue {
        let (list, records) = try read(request, isOfRows: false, in: context)
        return ListDocument.json(
            try records.map(listedJSON), request.query, total: list.total, totals: list.sums.json)
    }

    /// The state of a page of a view for live updates.
    ///
    /// - Throws: errors of the predicate and of the store.
    func liveState(of request: ListRequest, in context: ManagedObjectContext) throws -> LiveState {
        let (list, records) = try read(request, isOfRows: false, in: context)
        return LiveState(
            rows: try records.map(liveRow),
            totals: [("total", .int(list.total)), ("totals", .object(list.sums.json))])
    }

    /// The row of a record for live updates, as in JSON.
    ///
    /// - Throws: errors of the store.
    func liveRow(_ values: Values) throws -> LiveState.Row {
        LiveState.Row(
            id: values.recordNumber, key: liveKey(of: values), showing: try json(values))
    }

    /// The page of the list behind a share link; nil if its address has become invalid.
    ///
    /// - Throws: errors of the predicate and of the store.
    func sharedPage(
        _ number: Int, of link: SharedLink, _ secret: String, in context: ManagedObjectContext
    ) throws -> SharedTablePage? {
        guard let request = sharedRequest(link.address, page: number), request.faults.isEmpty
        else { return nil }
        let (list, records) = try read(request, isOfRows: false, in: context)
        return SharedTablePage(
            rows: try records.map(row), columns: self.list.columns, request.query,
            total: list.total,
            words: words.count(list.total), link, secret, site)
    }

    /// The IDs of all records of a view, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    func allIDs(
        of request: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        try checkOwner(in: context)
        return try ids(of: request, in: context)
    }
}
