import Hummingbird

/// Answers the addresses of a resource: list, new, create, show, edit, update, delete; those that the
/// resource has.
///
/// A controller adds them to its routes, beside what is its own.
struct ResourceActions<R: ListedResource>: Sendable {
    let resource: R

    var site: Site { resource.site }
    var paths: ResourcePaths { resource.paths }
    var words: ResourceWords { resource.words }

    init(_ resource: R) {
        self.resource = resource
    }
}

extension ResourceActions where R: Resource {
    /// Adds the routes of all actions.
    ///
    /// - Parameter create: adds a record, where that is not what a form of the resource does.
    func addRoutes(to routes: inout SiteRoutes, create: SiteRoutes.Handler? = nil) {
        routes.addList(at: paths.list, by: .readers(of: resource.place.section)) { _ in self }
        routes.get(paths.new, by: .editors(of: resource.place.section), use: new)
        routes.post(
            paths.list, by: .editors(of: resource.place.section), use: create ?? self.create)
        addRecordRoutes(to: &routes)
    }

    /// Adds the routes of single records: those of the list stand elsewhere.
    func addRecordRoutes(to routes: inout SiteRoutes) {
        addShowRoutes(to: &routes)
        routes.get(paths.edit("{id}"), by: .editors(of: resource.place.section), use: edit)
        routes.post(paths.record("{id}"), by: .editors(of: resource.place.section), use: update)
        routes.get(paths.delete("{id}"), by: .editors(of: resource.place.section), use: askToDelete)
        routes.post(paths.delete("{id}"), by: .editors(of: resource.place.section), use: delete)
        // Elsewhere a deletion is not taken back.
        guard resource.place.section == .inventory else { return }
        routes.post(paths.undoDeletion("{token}"), by: .editors(of: .inventory), use: undoDeletion)
    }
}

extension ResourceActions where R: ShownResource {
    /// Adds the routes of the page of a record.
    func addShowRoutes(to routes: inout SiteRoutes) {
        routes.get(paths.record("{id}"), by: .readers(of: resource.place.section), use: show)
        routes.get(
            paths.record("{id}").json, by: .readers(of: resource.place.section), use: showJSON)
        routes.get(
            paths.record("{id}").events, by: .readers(of: resource.place.section), use: showEvents)
    }
}

extension SiteRoutes {
    /// Answers the addresses of a list.
    ///
    /// - Parameters:
    ///   - access: who may read the list.
    ///   - actions: those of the list that a request means.
    mutating func addList<R: ListedResource>(
        at list: SitePath, by access: Access,
        _ actions: @escaping @Sendable (SiteContext) async throws -> ResourceActions<R>
    ) {
        get(list, by: access) { try await actions($1).index($0, $1) }
        get(list.json, by: access) { try await actions($1).indexJSON($0, $1) }
        get(list.csv, by: access) { try await actions($1).indexCSV($0, $1) }
        get(list.events, by: access) { try await actions($1).indexEvents($0, $1) }
    }

    /// Answers all addresses of a resource.
    mutating func add(_ actions: ResourceActions<some Resource>) {
        actions.addRoutes(to: &self)
    }
}
