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
    /// - Throws: errors of the predicate and of the store.
    init(_ request: ListRequest, _ resource: R, in context: ManagedObjectContext) throws {
        self.request = request
        try resource.checkOwner(in: context)
        let (query, fetch) = (request.query, try resource.request(request))
        total = try context.count(for: fetch)
        wholeCount =
            query.isFiltered
            ? try context.count(for: resource.request(ListRequest())) : total
        let page =
            query.offset < total
            ? try Self.page(request, resource, in: context) : []
        records = try resource.values(page, in: context)
        sums = try resource.sums(of: request, in: context)
    }

    private static func page(
        _ request: ListRequest, _ resource: R, in context: ManagedObjectContext
    ) throws -> [R.Record] {
        let query = request.query
        if let order = try resource.order(of: request, in: context) {
            return try context.objects(
                with: order.dropFirst(query.offset).prefix(query.perPage),
                prefetching: resource.prefetching)
        }
        var fetch = try resource.request(request)
        fetch.relationshipKeyPathsForPrefetching = resource.prefetching
        fetch.fetchOffset = query.offset
        fetch.fetchLimit = query.perPage
        return try context.fetch(fetch)
    }

    /// All records that a view selects, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    static func ids(
        _ request: ListRequest, _ resource: R, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        try resource.checkOwner(in: context)
        return try resource.order(of: request, in: context)
            ?? context.fetchObjectIDs(resource.request(request))
    }

    /// The page for programs.
    func json(_ resource: R) -> JSONValue {
        ListDocument.json(
            records.map(resource.listedJSON), request.query, total: total, totals: sums.json)
    }
}
