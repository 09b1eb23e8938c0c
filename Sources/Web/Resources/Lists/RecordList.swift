import Domain
import Persistence

/// The records of a view of a resource's list.
struct RecordList<R: ListedResource>: Sendable {
    let request: ListRequest
    /// The records of the page.
    let records: [R.Values]
    /// How many records the view selects.
    let total: Int
    /// How many records there are.
    let wholeCount: Int
    /// What all that the view selects comes to.
    let sums: ListSums

    /// Reads a page of the list.
    ///
    /// - Parameter isOfRows: whether no more is wanted of the records than their rows show. Default: no.
    /// - Throws: errors of the predicate and of the store.
    init(
        _ request: ListRequest, _ resource: R, isOfRows: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        self.request = request
        try resource.checkOwner(in: context)
        let page = try resource.page(of: request, in: context)
        total = page.total
        wholeCount =
            request.query.isFiltered
            ? try resource.count(of: ListRequest(), in: context) : page.total
        records =
            isOfRows
            ? try resource.rowValues(page.records, in: context)
            : try resource.values(page.records, in: context)
        sums = try resource.sums(of: request, in: context)
    }

    /// All records that a view selects, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    static func ids(
        _ request: ListRequest, _ resource: R, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        try resource.checkOwner(in: context)
        return try resource.ids(of: request, in: context)
    }

    /// The page for programs.
    func json(_ resource: R) -> JSONValue {
        ListDocument.json(
            records.map(resource.listedJSON), request.query, total: total, totals: sums.json)
    }
}
