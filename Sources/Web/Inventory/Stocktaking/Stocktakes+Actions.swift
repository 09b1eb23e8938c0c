import Domain
import Foundation
import Hummingbird
import Persistence

extension Stocktakes {
    func addRoutes(to routes: inout SiteRoutes) {
        let (readers, editors) = (
            Access.readers(of: .inventory), Access.editors(of: .inventory)
        )
        routes.add(self)
        routes.get(paths.record("{id}").csv, by: readers, use: showCSV)
        routes.get(
            .stocktakeNames("{id}"), by: readers,
            as: .document(.records(.object([("number", .text), ("name", .text)]))), use: showNames)
        let sightings = Sightings(inventory: inventory, stocktake: 0)
        routes.addList(at: .sightings("{id}"), by: readers, of: sightings) { [inventory] in
            Sightings(
                inventory: inventory, stocktake: try $0.recordNumber,
                showsProducts: $0.viewer.may(.readers(of: .sales)))
        }
        routes.post(
            .sightings("{id}"), by: editors,
            as: .form(
                "code", "key", "product", "quantity", "location", "sighting",
                .waited, .session, .file(ScanPage.field),
                gives: .either(sightings.schema, .records(sightings.schema))
            ).adding, use: see)
        routes.post(
            .moveSighting("{id}", "{sighting}"), by: editors, as: .document(schema),
            use: move)
        routes.post(
            .deleteSighting("{id}", "{sighting}"), by: editors, as: .document(schema),
            use: delete)
        routes.post(
            .closeStocktake("{id}"), by: editors,
            as: .form("countMissing", gives: schema), use: close)
        routes.post(
            .reopenStocktake("{id}"), by: editors, as: .document(schema), use: reopen)
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let stocktakes = try requested(by: request, context.viewer)
        let table = try await site.household.container.read(timeLimit: site.longestRead) {
            try stocktakes.count(stocktakes.existing(number, in: $0), in: $0).table
        }
        return table.response(fileName: "stocktake-\(number)")
    }

    /// The names and numbers that a phone keeps for times without a network.
    private func showNames(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let stocktakes = try requested(by: request, context.viewer)
        let things = try await site.household.container.read(timeLimit: site.longestRead) {
            try stocktakes.count(stocktakes.existing(number, in: $0), in: $0).things
        }
        let names = things.lazy.filter { !$0.number.isEmpty }.prefix(Self.mostNames).map {
            JSONValue.object([("number", .string($0.number)), ("name", .string($0.name))])
        }
        return .json(.object([("records", .array(Array(names)))]))
    }

    private static let mostNames = 10_000

    /// A photo has a record for each code, anything else one.
    private func see(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request, fileField: ScanPage.field)
        let viewer = context.viewer
        try site.checkSession(of: form, viewer)
        let stocktakes = try requested(by: request, viewer)
        return try await site.answer(
            request, context, form, orRefuse: "Nothing was noted",
            on: { try stocktakes.show(stocktakes.existing(number, in: $0), notices: [], in: $0) }
        ) {
            let hasPhoto = !form.files.isEmpty || !form.oversizedFiles.isEmpty
            let codes =
                hasPhoto
                ? try await ReadCode.inPhoto(of: form, site, context).map(\.text) : []
            let noted = try await site.change { records in
                try SightingForm(
                    form: form, stocktake: stocktakes.existing(number, in: records), site: site,
                    viewer: viewer, context: records
                ).note(codes)
            }
            let documents = noted.map(\.document)
            return site.changed(
                hasPhoto ? .object([("records", .array(documents))]) : documents[0],
                status: noted.allSatisfy(\.isAgain) ? .ok : .created,
                at: paths.record(number), after: request,
                flash: noted.count > 1 ? .seenSeveral : noted[0].flash)
        }
    }

    /// Moves an item to where it was seen.
    private func move(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await changeSighting(request, context, flash: .misplacedMoved) {
            stocktake, sighting, records in
            try ValidationErrors.asking("Sighting") {
                try stocktake.move(sighting, in: records)
            }
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await changeSighting(request, context, flash: .sightingDeleted) {
            _, sighting, records in records.delete(sighting)
        }
    }

    private func changeSighting(
        _ request: Request, _ context: SiteContext, flash: FlashMessage,
        _ body:
            @escaping @Sendable (Stocktake, Sighting, ManagedObjectContext) throws -> Void
    ) async throws -> Response {
        let number = try context.parameter("sighting", as: Int64.self)
        return try await change(request, context, flash: flash) { stocktake, records in
            let sighting = try records.existing(Sighting.self, number, "sighting")
            guard sighting.stocktake === stocktake else {
                throw SiteError.notFound("There is no such sighting")
            }
            guard stocktake.isOpen else {
                throw ValidationErrors("sighting", "Sighting", Stocktakes.closedFault)
            }
            try body(stocktake, sighting, records)
        }
    }

    private func close(_ request: Request, _ context: SiteContext) async throws -> Response {
        var decoder = FormDecoder(try await site.form(of: request))
        let missing = decoder.flag("countMissing", label: "Not seen") ?? false
        guard decoder.faults.isEmpty else {
            throw SiteError.unprocessable("The stocktake was not closed", faults: decoder.faults)
        }
        let viewer = context.viewer
        return try await change(request, context, flash: .stocktakeClosed) {
            stocktake, records in
            try check(viewer, mayChangeStockOf: stocktake)
            try ValidationErrors.asking("Stock") {
                try stocktake.close(
                    at: site.household.now(), countingMissing: missing, in: records)
            }
        }
    }

    private func reopen(_ request: Request, _ context: SiteContext) async throws -> Response {
        let viewer = context.viewer
        return try await change(request, context, flash: .stocktakeReopened) {
            stocktake, records in
            try check(viewer, mayChangeStockOf: stocktake)
            try ValidationErrors.asking("Stocktake") {
                try stocktake.reopen(at: site.household.now(), in: records)
            }
        }
    }

    /// - Throws: a 403 if products are counted, and the viewer may not edit sales.
    private func check(
        _ viewer: Viewer, mayChangeStockOf stocktake: Stocktake
    ) throws {
        if stocktake.scope.isOfProducts { try viewer.check(.editors(of: .sales)) }
    }

    /// Changes the stocktake that an address names, and answers with it.
    private func change(
        _ request: Request, _ context: SiteContext, flash: FlashMessage,
        _ body: @escaping @Sendable (Stocktake, ManagedObjectContext) throws -> Void
    ) async throws -> Response {
        let number = try context.recordNumber
        do {
            return try await ResourceActions(self).change(request, flash: flash) {
                records in try change(number, in: records) { try body($0, records) }
            }
        } catch let refusal as ValidationErrors {
            throw refusal.error("Nothing was changed")
        }
    }
}

extension RouteParameter {
    fileprivate static let waited = RouteParameter(
        "waited", "Milliseconds since it was seen", .integer)
}
