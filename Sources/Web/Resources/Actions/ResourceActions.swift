import Hummingbird

/// Answers the addresses of a resource: list, new, create, show, edit, update, delete.
///
/// A controller adds them to its routes, beside what is its own.
struct ResourceActions<R: Resource>: Sendable {
    let resource: R

    var site: Site { resource.site }
    var paths: ResourcePaths { resource.paths }
    var words: ResourceWords { resource.words }

    init(_ resource: R) {
        self.resource = resource
    }

    /// Adds the routes of all actions.
    ///
    /// - Parameter create: adds a record, where that is not what a form of the resource does.
    func addRoutes(to routes: inout SiteRoutes, create: SiteRoutes.Handler? = nil) {
        routes.get(paths.list, use: index)
        routes.get(paths.list.json, use: indexJSON)
        routes.get(paths.list.csv, use: indexCSV)
        routes.get(paths.list.events, use: indexEvents)
        routes.get(paths.new, use: new)
        routes.post(paths.list, use: create ?? self.create)
        addRecordRoutes(to: &routes)
    }

    /// Adds the routes of single records: those of the list stand elsewhere.
    func addRecordRoutes(to routes: inout SiteRoutes) {
        routes.get(paths.record("{id}"), use: show)
        routes.get(paths.record("{id}").json, use: showJSON)
        routes.get(paths.record("{id}").events, use: showEvents)
        routes.get(paths.edit("{id}"), use: edit)
        routes.post(paths.record("{id}"), use: update)
        routes.get(paths.delete("{id}"), use: askToDelete)
        routes.post(paths.delete("{id}"), use: delete)
    }
}

extension SiteRoutes {
    /// Answers all addresses of a resource.
    mutating func add(_ actions: ResourceActions<some Resource>) {
        actions.addRoutes(to: &self)
    }
}
