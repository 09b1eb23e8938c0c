import Domain
import Hummingbird
import Persistence

/// The actions of a list: as a page, JSON, CSV, and a stream of changes.
struct ListActions: Sendable {
    let resource: any ListedResource

    private var site: Site { resource.site }

    init(_ resource: any ListedResource) {
        self.resource = resource
    }

    @Sendable
    func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try resource.view(request)
        let running = try await runningImports()
        return try await site.pages.answer(list, refusing: { try await refuse($0, context) }) {
            try await site.pages.page(
                for: request, context, dependingOn: resource.entities,
                varyingOn: resource.cacheVariant + running.joined()
            ) { records in
                var page: any TemplatePage = try resource.indexPage(list, in: records)
                page.layout.standing += running.map { StandingNotice(text: $0, actions: []) }
                return page
            }
        }
    }

    @Sendable
    func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try resource.view(request)
        try list.check()
        return try await site.pages.json(
            for: request, context, dependingOn: resource.entities, varyingOn: resource.cacheVariant
        ) { try resource.document(of: list, in: $0) }
    }

    @Sendable
    func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try resource.view(request)
        try list.check()
        return try await site.events(for: request, dependingOn: resource.entities) {
            try resource.liveState(of: list, in: $0)
        }
    }

    /// The records and their order are fixed before the first byte is sent.
    @Sendable
    func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try resource.view(request)
        try list.check()
        let (ids, table) = try await site.household.container.read(timeLimit: site.longestRead) {
            (try resource.allIDs(of: list, in: $0), try resource.table(in: $0))
        }
        return table.response(ids, fileName: resource.paths.fileName)
    }

    /// The notices about imports that are seen half done, a sentence or two each.
    private func runningImports() async throws -> [String] {
        let list = resource.paths.list
        let records = try await site.household.runningImports().filter {
            site.importPages(of: $0.kind)?.filledLists.contains(list) ?? false
        }
        let notices = records.compactMap(\.work).map { work in
            switch work {
            case .saving: "A file is being imported. Only some of its rows may be here yet."
            case .undoing: "An import is being undone. Some of its rows may still be here."
            }
        }
        return Set(notices).sorted()
    }

    private func refuse(_ list: ListRequest, _ context: SiteContext) async throws -> Response {
        let page: any TemplatePage = try await site.household.container.read {
            try resource.indexPage(refused: list, in: $0)
        }
        return try site.renderer.response(
            page, status: .unprocessableContent, context: context)
    }
}

extension SiteRoutes {
    /// Adds the routes of a list.
    ///
    /// - Parameters:
    ///   - access: the access for reading the list.
    ///   - resource: the list, or one like it.
    ///   - requested: the list of a request. Default: the same for all requests.
    mutating func addList(
        at list: SitePath, by access: Access, of resource: any ListedResource,
        _ requested: (@Sendable (SiteContext) async throws -> any ListedResource)? = nil
    ) {
        let requested = requested ?? { _ in resource }
        get(list, by: access, as: .list(of: resource)) {
            try await ListActions(requested($1)).index($0, $1)
        } json: {
            try await ListActions(requested($1)).indexJSON($0, $1)
        } csv: {
            try await ListActions(requested($1)).indexCSV($0, $1)
        } events: {
            try await ListActions(requested($1)).indexEvents($0, $1)
        }
    }
}
