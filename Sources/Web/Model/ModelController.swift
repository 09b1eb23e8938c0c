import Domain
import Hummingbird
import Persistence

/// Shows the managed object model and the records of any entity.
struct ModelController: RouteProvider {
    let browser: ModelBrowser

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .model, by: .readers(of: .overview), as: .document(.members("parts")), use: index,
            json: indexJSON)
        routes.get(
            .modelEntity("{entity}"), by: .readers(of: .overview), use: show, json: showJSON,
            csv: showCSV)
        if let site = browser.site {
            routes.get(SitePath.modelEntity("{entity}").events, by: .readers(of: .overview)) {
                request, context in
                try await events(of: site, request, context)
            }
        }
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await browser.pages.page(for: request, context) { records in
            try ModelPage(browser, in: records)
        }
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await browser.pages.json(for: request, context) { _ in browser.json }
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (entity, list) = try list(request, context)
        return try await browser.pages.answer(
            list, refusing: { try refuse(entity, $0, context) }
        ) {
            try await browser.pages.page(for: request, context) { records in
                let list = try EntityList(entity, list, without: browser.withheld, in: records)
                return EntityPage(
                    entity.description, browser, list.request.query,
                    records: EntityRecordsView(list, browser.links))
            }
        }
    }

    private func refuse(
        _ entity: EntityLayout, _ list: ListRequest, _ context: SiteContext
    ) throws -> Response {
        let records = EntityRecordsView(refused: list, entity, browser.links)
        return try browser.pages.renderer.response(
            EntityPage(entity.description, browser, list.query, records: records),
            status: .unprocessableContent, context: context)
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (entity, list) = try list(request, context)
        try list.check()
        return try await browser.pages.json(for: request, context) { records in
            try EntityList(entity, list, without: browser.withheld, in: records).json
        }
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (entity, list) = try list(request, context)
        try list.check()
        let container = browser.container
        let ids = try await container.read(timeLimit: browser.pages.longestRead) { records in
            try records.fetchObjectIDs(EntityList.fetch(entity, list, in: records))
        }
        return RecordTable(
            container: container, entityName: entity.name,
            columns: EntityRecord.csvColumns(of: entity), prefetching: []
        ) { (records: [ManagedObject], table, context) in
            for record in records {
                table.append(
                    try EntityRecord(record, without: browser.withheld, in: context)
                        .csvCells(of: entity))
            }
        }
        .response(ids, fileName: entity.name)
    }

    private func events(
        of site: Site, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let (entity, list) = try list(request, context)
        try list.check()
        return try await site.events(for: request) { records in
            try EntityList(entity, list, without: browser.withheld, in: records).liveState
        }
    }

    private func list(
        _ request: Request, _ context: SiteContext
    ) throws -> (EntityLayout, ListRequest) {
        let entity = try browser.entity(context.parameter("entity"))
        let list = try ListRequest(
            request, EntityList.parameters(of: entity), entity: entity.name, browser.layout,
            isOfStore: true)
        return (entity, list)
    }
}

/// Shows a record of any entity.
struct ModelRecordController: RouteProvider {
    let browser: ModelBrowser

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .modelRecord("{entity}", "{id}"), by: .readers(of: .overview), use: show, json: showJSON
        )
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
