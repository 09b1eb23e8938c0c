import Domain
import Hummingbird
import Persistence

/// The actions of a resource: index, new, create, show, edit, update, delete.
///
/// A controller adds them to its routes, next to its own.
struct ResourceActions: Sendable {
    let resource: any Resource

    var site: Site { resource.site }
    var paths: ResourcePaths { resource.paths }
    var words: ResourceWords { resource.words }

    init(_ resource: any Resource) {
        self.resource = resource
    }

    /// Adds the routes of all actions.
    ///
    /// - Parameters:
    ///   - fields: further fields of the form of a new record. Default: none.
    ///   - create: adds a record, if the resource's form does not.
    func addRoutes(
        to routes: inout SiteRoutes, adding fields: [RouteParameter] = [],
        create: SiteRoutes.Handler? = nil
    ) {
        let resource = resource
        let section = resource.place.section
        routes.addList(at: paths.list, by: .readers(of: section), of: resource)
        routes.get(paths.new, by: .editors(of: section), as: .new(resource), use: new)
        routes.post(
            paths.list, by: .editors(of: section), as: .adding(to: resource, fields),
            use: create ?? self.create)
        addRecordRoutes(to: &routes)
    }

    /// Adds the routes of single records, without those of the list.
    func addRecordRoutes(to routes: inout SiteRoutes) {
        let editors = Access.editors(of: resource.place.section)
        let resource = resource
        PageActions(resource).addRoutes(to: &routes)
        addEditRoutes(to: &routes)
        routes.post(
            paths.delete(paths.placeholder), by: editors, as: .deleting(resource), use: delete)
        if let ordered = resource as? any OrderedResource { routes.addMoves(of: ordered) }
        if resource.isCopied {
            routes.get(paths.copy(paths.placeholder), by: editors, use: askToCopy)
            routes.post(
                paths.copy(paths.placeholder), by: editors, as: .copying(resource), use: copy)
            routes.post(
                paths.undoCopies("{token}"), by: editors, as: .document(.removed),
                use: undoCopies)
        }
        guard resource.keepsDeletions else { return }
        routes.post(
            paths.undoDeletion("{token}"), by: editors, as: .document(resource.schema),
            use: undoDeletion)
    }

    /// Adds the routes of the form of a record, and of the question before it is deleted.
    func addEditRoutes(to routes: inout SiteRoutes) {
        let (resource, editors) = (resource, Access.editors(of: resource.place.section))
        routes.get(paths.edit(paths.placeholder), by: editors, use: edit)
        routes.post(
            paths.record(paths.placeholder), by: editors, as: .updating(resource), use: update)
        routes.get(paths.delete(paths.placeholder), by: editors, use: askToDelete)
    }
}

extension SiteRoutes {
    /// Adds all routes of a resource.
    mutating func add(_ resource: any Resource) {
        ResourceActions(resource).addRoutes(to: &self)
    }
}

/// The forms.
extension ResourceActions {
    /// Not cached, because each form has its own idempotency key.
    @Sendable
    func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let named = try request.namedFields
        var page = try await page(ResourceForm(named: named))
        page.layout.notices += site.notices(for: request, of: words.one)
        return try site.renderer.response(page, context: context)
    }

    /// The page of a form.
    func page(_ form: ResourceForm) async throws -> any TemplatePage {
        try await site.household.container.read { try resource.formPage(form, in: $0) }
    }

    @Sendable
    func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        return try await site.pages.page(for: request, context, dependingOn: resource.entities) {
            records in
            let state = try resource.state(id, in: records)
            var page = try resource.formPage(ResourceForm(state: state), in: records)
            page.layout.alternates = [
                .events(resource.links(paths.record(id).events.query([("editing", "yes")])))
            ]
            return page
        }
    }

    @Sendable
    func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        let resource = try self.resource.requested(by: request, context.viewer)
        return try await site.pages.page(for: request, context, dependingOn: resource.pageEntities)
        {
            try resource.deletePage(id, in: $0)
        }
    }
}

extension Resource {
    /// The confirmation before a deletion.
    ///
    /// - Throws: a 404 if there is no such record.
    func deletePage(
        _ id: RecordIdentifier, in context: ManagedObjectContext
    ) throws -> RecordDeletePage {
        let (record, question) = try deletion(id, in: context)
        return RecordDeletePage(
            record, question, self,
            layout: layout(RecordDeletePage.title(record.title), about: record))
    }
}
