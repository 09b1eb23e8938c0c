import Domain
import Foundation
import Hummingbird
import Persistence

/// Stocktakes: noting what is seen, moving what belongs elsewhere, closing and opening again.
struct StocktakesController: InventoryRoutes {
    let inventory: Inventory
    private let stocktakes: Stocktakes

    init(inventory: Inventory) {
        self.inventory = inventory
        stocktakes = Stocktakes(inventory: inventory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let (readers, editors) = (
            Access.readers(of: .inventory), Access.editors(of: .inventory)
        )
        routes.add(stocktakes)
        routes.get(stocktakes.paths.record("{id}").csv, by: readers, use: showCSV)
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
            .moveSighting("{id}", "{sighting}"), by: editors, as: .document(stocktakes.schema),
            use: move)
        routes.post(
            .deleteSighting("{id}", "{sighting}"), by: editors, as: .document(stocktakes.schema),
            use: delete)
        routes.post(
            .closeStocktake("{id}"), by: editors,
            as: .form("countMissing", gives: stocktakes.schema), use: close)
        routes.post(
            .reopenStocktake("{id}"), by: editors, as: .document(stocktakes.schema), use: reopen)
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let stocktakes = try stocktakes.requested(by: request, context.viewer)
        let table = try await site.household.container.read(timeLimit: site.longestRead) {
            try stocktakes.count(stocktakes.existing(number, in: $0), in: $0).table
        }
        return table.response(fileName: "stocktake-\(number)")
    }

    /// The names and numbers that a phone keeps for times without a network.
    private func showNames(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let stocktakes = try stocktakes.requested(by: request, context.viewer)
        let things = try await site.household.container.read(timeLimit: site.longestRead) {
            try stocktakes.count(stocktakes.existing(number, in: $0), in: $0).things
        }
        let names = things.lazy.filter { !$0.number.isEmpty }.prefix(Self.mostNames).map {
            JSONValue.object([("number", .string($0.number)), ("name", .string($0.name))])
        }
        return .json(.object([("records", .array(Array(names)))]))
    }

    private static let mostNames = 10_000

    /// Answers `again` for what was noted before, whatever became of the stocktake since.
    private func see(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request, fileField: ScanPage.field)
        let viewer = context.viewer
        try site.checkSession(of: form, viewer)
        let stocktakes = try stocktakes.requested(by: request, viewer)
        return try await site.answer(
            request, context, form, orRefuse: "Nothing was noted",
            on: { try stocktakes.show(stocktakes.existing(number, in: $0), notices: [], in: $0) }
        ) {
            let hasPhoto = !form.files.isEmpty || !form.oversizedFiles.isEmpty
            let codes =
                hasPhoto
                ? try await ReadCode.inPhoto(of: form, site, context).map(\.text) : nil
            let noted = try await site.change { records in
                let stocktake = try stocktakes.existing(number, in: records)
                return try note(form, codes, in: stocktake, for: viewer, records)
            }
            let documents = noted.map(\.document)
            return site.changed(
                hasPhoto ? .object([("records", .array(documents))]) : documents[0],
                status: noted.allSatisfy(\.isAgain) ? .ok : .created,
                at: stocktakes.paths.record(number), after: request,
                flash: noted.count > 1 ? .seenSeveral : noted[0].flash)
        }
    }

    /// In milliseconds: ten years.
    private static let longestWait = 315_360_000_000

    /// Notes what a form says was seen, or the codes in its photo, with one save.
    private func note(
        _ form: FormData, _ codes: [String]?, in stocktake: Stocktake, for viewer: Viewer,
        _ records: ManagedObjectContext
    ) throws -> [NotedSighting] {
        var decoder = FormDecoder(form)
        var key = decoder.uuid("sighting", label: "Sighting")
        if let key, let former = try Sighting.find(key, in: records) {
            guard former.stocktake === stocktake else {
                throw ValidationErrors("sighting", "Sighting", "it belongs to another stocktake")
            }
            return try NotedSighting.all([(former, true)], in: stocktake, records)
        }
        let waited = decoder.integer("waited", label: "Waited", in: 0...Self.longestWait).value
        let quantity = decoder.quantity("quantity", label: "Quantity").value
        let number = decoder.id("location", label: "Location", of: "location").value
        let location = try number.flatMap {
            try records.existingObject(Location.self, recordNumber: Int64($0))
        }
        if let number, location == nil {
            decoder.fail(
                .unknown("location", String(number), field: "location", label: "Location"))
        }
        let typed =
            codes == nil ? try seenThing(&decoder, in: stocktake, for: viewer, records) : nil
        if !stocktake.isOpen {
            decoder.fail("code", "Code", "the stocktake is closed; open it again first")
        }
        try FaultList(decoder.faults).check()
        let now = site.household.now()
        let date = now.addingTimeInterval(-Double(waited ?? 0) / 1000)
        func see(_ thing: SeenThing) throws -> (sighting: Sighting, isAgain: Bool) {
            let noted = try ValidationErrors.asking("Quantity") {
                try stocktake.see(
                    thing, key: key ?? UUID(), quantity: quantity, at: location,
                    on: max(date, stocktake.startedAt ?? date), addedAt: now, in: records)
            }
            // The first new one has the key of the photo, which is noted as a whole.
            if !noted.isAgain { key = nil }
            return noted
        }
        var noted = try typed.map { [try see($0)] } ?? []
        // A label may have several codes: the one with the fewest records identifies the thing.
        let found = try (codes ?? []).compactMap(Self.line).uniqued.map { code in
            (
                code: code,
                records: try self.records(coded: code, of: stocktake, for: viewer, records)
            )
        }
        var seen: Set<ManagedObjectID> = []
        for (code, candidates) in found.sorted(by: { $0.records.count < $1.records.count })
        where !candidates.contains(where: { seen.contains($0.objectID) }) {
            let thing = try thing(coded: code, among: candidates, in: stocktake, records)
            if let record = thing.record, !seen.insert(record.objectID).inserted { continue }
            noted.append(try see(thing))
        }
        guard !noted.isEmpty else {
            throw ValidationErrors("code", "Code", "scan or type what is there")
        }
        if records.hasChanges { try site.household.save(records) }
        return try NotedSighting.all(noted, in: stocktake, records)
    }

    /// The thing that a form names by `key`, the key of an item, by `product`, the number of a product,
    /// or by `code`; nil if it names none.
    private func seenThing(
        _ decoder: inout FormDecoder, in stocktake: Stocktake, for viewer: Viewer,
        _ records: ManagedObjectContext
    ) throws -> SeenThing? {
        if let text = decoder.form["key"], !text.isEmpty {
            if let key = UUID(uuidString: text), let item = try Item.find(key, in: records),
                !item.isTrashed
            {
                return .item(item)
            }
            decoder.fail("key", "Item", "there is no such item")
            return nil
        }
        if let number = decoder.id("product", label: "Product", of: "product").value {
            if viewer.may(.readers(of: .sales)),
                let product = try records.existingObject(
                    Product.self, recordNumber: Int64(number))
            {
                return .product(product)
            }
            decoder.fail(.unknown("product", String(number), field: "product", label: "Product"))
            return nil
        }
        let posted = decoder.line(
            "code", label: "Code", limit: Sighting.longestCode, reading: ProductCode.visible)
        guard let code = posted.value else { return nil }
        return try thing(
            coded: code, among: self.records(coded: code, of: stocktake, for: viewer, records),
            in: stocktake, records)
    }

    private func thing(
        coded code: String, among candidates: [ManagedObject], in stocktake: Stocktake,
        _ records: ManagedObjectContext
    ) throws -> SeenThing {
        let tree = try site.household.inventoryCache.locations(in: records)
        return try stocktake.thing(coded: code, among: candidates, tree, in: records)
    }

    /// The records with a code; where products are counted, else the one with that name.
    private func records(
        coded code: String, of stocktake: Stocktake, for viewer: Viewer,
        _ context: ManagedObjectContext
    ) throws -> [ManagedObject] {
        let found = try ScannedRecords.found(code, atMost: 0, site, for: viewer, in: context)
        guard found.isEmpty, stocktake.scope.isOfProducts, viewer.may(.readers(of: .sales)) else {
            return found.map(\.record)
        }
        return try Product.named(code, in: context).map { [$0] } ?? []
    }

    /// A code of a photo as a typed one; nil if nothing of it is visible.
    private static func line(_ code: String) -> String? {
        let line = FormText.line(ProductCode.visible(code))
        return line.isUnseen ? nil : String(line.prefix(Sighting.longestCode))
    }

    /// Moves an item to where it was seen.
    private func move(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await changeSighting(request, context, flash: .misplacedMoved) {
            stocktake, sighting, records in
            guard try stocktake.move(sighting, in: records) else {
                throw SiteError.unprocessable(
                    "Nothing was moved", "location", "Location", "it is not known where this is")
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
                throw SiteError.unprocessable(
                    "Nothing was changed", "sighting", "Sighting",
                    "the stocktake is closed; open it again first")
            }
            try body(stocktake, sighting, records)
        }
    }

    private func close(_ request: Request, _ context: SiteContext) async throws -> Response {
        let missing = try await site.form(of: request)["countMissing"] == "yes"
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
            return try await ResourceActions(stocktakes).change(request, flash: flash) {
                records in try stocktakes.change(number, in: records) { try body($0, records) }
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

/// A sighting as the answer to its sender.
private struct NotedSighting: Sendable {
    let document: JSONValue
    let isAgain: Bool
    let flash: FlashMessage

    /// - Throws: errors of the store.
    static func all(
        _ noted: [(sighting: Sighting, isAgain: Bool)], in stocktake: Stocktake,
        _ context: ManagedObjectContext
    ) throws -> [NotedSighting] {
        let outcomes = try stocktake.outcomes(of: noted.map(\.sighting), in: context)
        return try zip(noted, outcomes).map { noted, outcome in
            NotedSighting(
                document: try SightingValues(record: noted.sighting, outcome: outcome)
                    .json(sayingAgain: noted.isAgain),
                isAgain: noted.isAgain,
                flash: noted.isAgain
                    ? .seenAgain
                    : outcome.flash(elsewhere: stocktake.belongsElsewhere(noted.sighting)))
        }
    }
}

extension Sighting.Outcome {
    fileprivate func flash(elsewhere belongsElsewhere: Bool) -> FlashMessage {
        switch self {
        case .expected: .seenExpected
        case .misplaced: belongsElsewhere ? .seenMisplaced : .seenOther
        case .unknown: .seenUnknown
        }
    }
}
