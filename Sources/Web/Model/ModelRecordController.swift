import Hummingbird
import Persistence

/// Shows a record of any entity.
struct ModelRecordController: RouteProvider {
    let browser: ModelBrowser

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.modelRecord("{entity}", "{id}"), by: .readers(of: .overview), use: show)
        routes.get(
            SitePath.modelRecord("{entity}", "{id}").json, by: .readers(of: .overview),
            use: showJSON)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (entity, number) = try browser.record(context)
        return try await browser.pages.page(for: request, context) { records in
            let record = try records.record(number, of: entity)
            return try EntityRecordPage(record, browser, in: records)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (entity, number) = try browser.record(context)
        return try await browser.pages.json(for: request, context) { records in
            let record = try EntityRecord(
                records.record(number, of: entity), without: browser.withheld, in: records)
            return record.json(of: try browser.entity(record.entity))
        }
    }
}

extension ModelBrowser {
    /// The entity and the number in an address.
    ///
    /// - Throws: a 404 if the entity does not exist, or the number is malformed.
    func record(_ context: SiteContext) throws(SiteError) -> (EntityLayout, Int64) {
        (try entity(context.parameter("entity")), try context.parameter("id", as: Int64.self))
    }
}

extension ManagedObjectContext {
    /// The record of an entity with a number.
    ///
    /// - Throws: a 404 if it does not exist, and errors of the store.
    fileprivate func record(_ number: Int64, of entity: EntityLayout) throws -> ManagedObject {
        let id = try coordinator.objectID(entityName: entity.name, recordNumber: number)
        do {
            return try existingObject(with: id)
        } catch PersistenceError.objectNotFound {
            throw SiteError.notFound("There is no \(entity.name) \(number)")
        }
    }
}
