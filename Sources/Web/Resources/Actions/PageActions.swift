import Domain
import Hummingbird
import Persistence

/// The actions of a record's page: as a page, JSON, and a stream of changes.
struct PageActions: Sendable {
    let resource: any ShownResource

    private var site: Site { resource.site }
    private var paths: ResourcePaths { resource.paths }

    init(_ resource: any ShownResource) {
        self.resource = resource
    }

    /// Adds the routes of a record's page.
    func addRoutes(to routes: inout SiteRoutes) {
        let access = Access.readers(of: resource.place.section)
        let resource = resource
        routes.get(
            paths.record(paths.placeholder), by: access, as: .record(of: resource), use: show,
            json: showJSON,
            events: showEvents)
    }

    @Sendable
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        let resource = try self.resource.requested(by: request, context.viewer)
        return try await site.pages.page(for: request, context, dependingOn: resource.pageEntities)
        {
            records in
            var page = try resource.showPage(
                id, notices: resource.notices(for: request, in: records), in: records)
            let (json, events) = (paths.record(id).json, paths.record(id).events)
            page.layout.alternates = [.json(resource.links(json)), .events(resource.links(events))]
            return page
        }
    }

    @Sendable
    func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        let resource = try self.resource.requested(by: request, context.viewer)
        return try await site.pages.json(for: request, context, dependingOn: resource.pageEntities)
        {
            try resource.document(id, in: $0)
        }
    }

    @Sendable
    func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        return try await site.events(for: request, dependingOn: resource.pageEntities) {
            try resource.liveState(id, in: $0)
        }
    }
}
