import Domain
import Hummingbird
import Persistence

/// The actions that change nothing.
extension ResourceActions {
    @Sendable
    func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        return try await site.answer(list, refusing: { try refuse($0, context) }) {
            try await site.page(
                for: request, context, of: resource.entities, given: resource.circumstances
            ) { records in
                try resource.index(
                    RecordList(list, resource, isOfRows: true, in: records), in: records)
            }
        }
    }

    @Sendable
    func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        try list.check()
        return try await site.json(
            for: request, context, of: resource.entities, given: resource.circumstances
        ) { records in
            try RecordList(list, resource, in: records).json(resource)
        }
    }

    @Sendable
    func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        try list.check()
        return try await site.events(for: request, madeOf: resource.entities) { records in
            try RecordList(list, resource, in: records).liveState(resource)
        }
    }

    /// Which records the table has, and in which order, is decided before its first byte.
    @Sendable
    func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        try list.check()
        let container = site.household.container
        let ids = try await container.read(timeLimit: site.longestRead) { records in
            try RecordList.ids(list, resource, in: records)
        }
        return RecordTable<R.Record>(
            container: container, columns: R.Values.csvColumns, prefetching: resource.prefetching
        ) { records, table, context in
            for values in try resource.values(records, in: context) {
                table.append(values.csvCells)
            }
        }.response(ids, fileName: paths.fileName)
    }

    /// The view of the list that an address asks for.
    func list(_ request: Request) throws -> ListRequest {
        try ListRequest(
            request, resource.list.parameters, entity: resource.entityName,
            site.household.container.coordinator.layout)
    }

    private func refuse(_ list: ListRequest, _ context: SiteContext) throws -> Response {
        try site.renderer.response(
            resource.index(refused: list), status: .unprocessableContent, context: context)
    }
}

extension ResourceActions where R: ShownResource {
    @Sendable
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: resource.entities) { records in
            let record = try resource.existing(number, in: records)
            var page = try resource.show(
                record, notices: resource.notices(for: request), in: records)
            try page.layout.showChanges(of: record, site.household, in: records)
            let (json, events) = (paths.record(number).json, paths.record(number).events)
            page.layout.alternates = [
                AlternateLink(type: "application/json", path: resource.links(json)),
                .events(resource.links(events)),
            ]
            return page
        }
    }

    @Sendable
    func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, of: resource.entities) { records in
            let record = try resource.existing(number, in: records)
            return resource.json(try resource.values(record, in: records))
        }
    }

    @Sendable
    func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.events(for: request, madeOf: resource.entities) { records in
            let values = try resource.values(resource.existing(number, in: records), in: records)
            return LiveState(rows: [resource.liveRow(values)])
        }
    }
}

/// The forms.
extension ResourceActions where R: Resource {
    /// Not kept as other pages are: each form has a mark of its own.
    @Sendable
    func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let named = try request.namedFields
        let (texts, options) = try await site.household.container.read { records in
            (
                try resource.texts(ofNew: named, in: records),
                try resource.options(in: records)
            )
        }
        let form = RecordForm(new: resource, options: options, texts: texts)
        return try site.renderer.response(RecordFormPage(new: form, resource), context: context)
    }

    /// What the fields for relationships offer.
    func options() async throws -> [String: [SelectOption]] {
        try await site.household.container.read { try resource.options(in: $0) }
    }

    @Sendable
    func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: resource.entities) { records in
            let record = try resource.existing(number, in: records)
            let state = try resource.state(of: record, in: records)
            var page = RecordFormPage(state.values, RecordForm(state, resource), resource)
            page.layout.alternates = [
                .events(resource.links(paths.record(number).events.query([("editing", "yes")])))
            ]
            return page
        }
    }

    @Sendable
    func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: resource.entities) { records in
            try deletePage(number, in: records)
        }
    }

    /// The page that asks before a deletion.
    func deletePage(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> RecordDeletePage {
        let record = try resource.existing(number, in: context)
        return RecordDeletePage(
            try resource.values(record, in: context),
            try resource.deletion(of: record, in: context), resource)
    }
}
