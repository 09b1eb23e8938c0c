import Domain
import Hummingbird
import Persistence

extension MemoryList {
    /// Reads all records of a list.
    typealias Reader = @Sendable (ManagedObjectContext) throws -> [Record]

    /// The view in an address.
    ///
    /// - Throws: ``SiteError`` 400 and 422 for an address that cannot be read.
    fileprivate func view(_ request: Request) throws -> ListRequest {
        let view = try self.request(request)
        try view.check()
        return view
    }

    /// The state of the page of a view for live updates. The records have their number in `id`.
    ///
    /// - Throws: errors of the predicate.
    fileprivate func liveState(
        _ records: [Record], of view: ListRequest, _ json: (Record) throws -> JSONValue
    ) throws -> LiveState {
        let selected = try self.records(records, of: view)
        let number = attributes.first { $0.name == "id" }
        return LiveState(
            rows: try page(selected, of: view).map { record in
                LiveState.Row(
                    id: number?.value(record).integerValue ?? 0, showing: try json(record))
            }, totals: [("total", .int(selected.count))])
    }
}

extension SiteRoutes {
    /// Adds the routes of a list: as a page, JSON, CSV, and a stream of changes.
    ///
    /// - Parameters:
    ///   - description: its parameters and its records.
    ///   - entities: the entities that it depends on.
    ///   - index: answers the page; nil, the default, if it has a route of its own.
    ///   - json: converts a record.
    ///   - reader: what reads all records for an address.
    mutating func addList<Record>(
        _ list: MemoryList<Record>, at path: SitePath, by access: Access,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription, of site: Site,
        dependingOn entities: Set<EntityName>, fileName: String, use index: Handler? = nil,
        json: @escaping @Sendable (Record) throws -> JSONValue,
        _ reader: @escaping @Sendable (SiteContext) throws -> MemoryList<Record>.Reader
    ) {
        get(path.json, by: access, as: description()) { request, context in
            let (read, view) = (try reader(context), try list.view(request))
            return try await site.pages.json(for: request, context, dependingOn: entities) {
                try list.json(read($0), of: view, json)
            }
        }
        get(path.csv, by: access, as: description()) { request, context in
            let (read, view) = (try reader(context), try list.view(request))
            let table = try await site.household.container.read(timeLimit: site.longestRead) {
                try list.csv(read($0), of: view)
            }
            return table.response(fileName: fileName)
        }
        get(path.events, by: access, as: description()) { request, context in
            let (read, view) = (try reader(context), try list.view(request))
            return try await site.events(for: request, dependingOn: entities) {
                try list.liveState(read($0), of: view, json)
            }
        }
        if let index { get(path, by: access, as: description(), use: index) }
    }
}
