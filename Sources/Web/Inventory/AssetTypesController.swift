import Domain
import Hummingbird
import Persistence

/// The asset types: list, new, create, show, edit, update, delete.
struct AssetTypesController: RouteProvider {
    let inventory: Inventory

    private var site: Site { inventory.site }
    private var layout: ModelLayout { inventory.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.assetTypes, use: index)
        routes.get(SitePath.assetTypes.json, use: indexJSON)
        routes.get(SitePath.assetTypes.csv, use: indexCSV)
        routes.get(.newAssetType, use: new)
        routes.post(.assetTypes, use: create)
        routes.get(.assetType("{id}"), use: show)
        routes.get(SitePath.assetType("{id}").json, use: showJSON)
        routes.get(.editAssetType("{id}"), use: edit)
        routes.post(.assetType("{id}"), use: update)
        routes.get(.deleteAssetType("{id}"), use: askToDelete)
        routes.post(.deleteAssetType("{id}"), use: delete)
    }

    // MARK: - Lists

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try AssetTypeListRequest(request, layout)
        guard list.faults.isEmpty else { return try refuse(list, list.faults, context) }
        do {
            return try await site.page(for: request, context) { records in
                AssetTypeIndexPage(
                    try AssetTypeList(list.query, list.predicate, inventory.household, in: records),
                    inventory, notices: site.notices(for: request))
            }
        } catch {
            guard let fault = FormFault(ofReading: error), list.predicate != nil else {
                throw error
            }
            return try refuse(list, [fault], context)
        }
    }

    private func refuse(
        _ list: AssetTypeListRequest, _ faults: [FormFault], _ context: SiteContext
    ) throws -> Response {
        try site.renderer.response(
            AssetTypeIndexPage(refused: list.query, faults, inventory),
            status: .unprocessableContent, context: context)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try AssetTypeListRequest(request, layout)
        try list.check()
        return try await site.json(for: request, context) { records in
            try AssetTypeList(list.query, list.predicate, inventory.household, in: records).json
        }
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try AssetTypeListRequest(request, layout)
        try list.check()
        let types = try await inventory.household.container.read(timeLimit: Site.longestRead) {
            records in
            try AssetTypeList(
                list.query, list.predicate, inventory.household, isWhole: true, in: records
            ).types
        }
        var table = CSVDocument(columns: AssetTypeValues.csvColumns)
        for type in types { table.append(type.csvCells) }
        return table.response(fileName: "asset-types")
    }

    // MARK: - One type

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context) { records in
            try AssetTypeShowPage(
                inventory.assetType(number, in: records), inventory, in: records,
                notices: site.notices(for: request))
        }
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context) { records in
            try inventory.values(inventory.assetType(number, in: records), in: records).json
        }
    }

    // MARK: - Forms

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.page(for: request, context) { _ in
            AssetTypeNewPage(AssetTypeForm(new: inventory), inventory)
        }
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        do {
            let type = try await inventory.addType(form)
            return site.changed(
                type.json, status: .created, at: .assetType(type.label.number), after: request,
                announcing: .assetTypeAdded)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The type was not added") }
            var typeForm = AssetTypeForm(new: inventory)
            typeForm.show(form, refusal)
            return try site.refused(AssetTypeNewPage(typeForm, inventory), refusal, context)
        }
    }

    @Sendable
    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context) { records in
            let label = AssetTypeLabel(try inventory.assetType(number, in: records))
            return AssetTypeEditPage(label, AssetTypeForm(label, inventory), inventory)
        }
    }

    @Sendable
    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        do {
            let type = try await inventory.updateType(number, form)
            return site.changed(
                type.json, at: .assetType(number), after: request, announcing: .assetTypeSaved)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The type was not saved") }
            return try await refuse(number, form, refusal, context)
        } catch let stale as StaleAssetType {
            guard !request.wantsJSON else { throw stale.error }
            return try showConflict(stale.saved.label, form, context)
        }
    }

    private func refuse(
        _ number: Int64, _ form: FormData, _ refusal: FormRefusal, _ context: SiteContext
    ) async throws -> Response {
        let label = try await inventory.household.container.read { records in
            AssetTypeLabel(try inventory.assetType(number, in: records))
        }
        var typeForm = AssetTypeForm(label, inventory)
        typeForm.show(form, refusal)
        return try site.refused(AssetTypeEditPage(label, typeForm, inventory), refusal, context)
    }

    private func showConflict(
        _ saved: AssetTypeLabel, _ form: FormData, _ context: SiteContext
    ) throws -> Response {
        var typeForm = AssetTypeForm(saved, inventory)
        typeForm.label = FormField(form["label"] ?? saved.text)
        var page = AssetTypeEditPage(saved, typeForm, inventory)
        page.isConflict = true
        page.savedLabel = saved.text
        return try site.renderer.response(page, status: .conflict, context: context)
    }

    // MARK: - Deleting

    @Sendable
    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context) { records in
            let type = try inventory.assetType(number, in: records)
            return AssetTypeDeletePage(
                try inventory.values(type, in: records),
                try inventory.mergeOptions(number, in: records), inventory)
        }
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let type = try await inventory.deleteType(context.recordNumber)
        return site.changed(
            type.json, at: .assetTypes, after: request, announcing: .assetTypeDeleted)
    }
}
