import Domain
import Hummingbird
import Persistence

/// Merging an asset type with another one, and taking that back.
struct AssetTypeMergeController: RouteProvider {
    let inventory: Inventory

    private var site: Site { inventory.site }
    private var types: AssetTypes { AssetTypes(inventory) }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.mergeAssetType("{id}"), by: .editors(of: .inventory), use: new)
        routes.post(.mergeAssetType("{id}"), by: .editors(of: .inventory), use: create)
        routes.post(.undoAssetTypeMerge("{token}"), by: .editors(of: .inventory), use: undo)
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let into = request.uri.queryParameters.get("into") ?? ""
        do {
            return try await site.page(for: request, context) { records in
                let type = try types.existing(number, in: records)
                let target = into.isEmpty ? nil : try chosenType(into, of: type, in: records)
                return try AssetTypeMergePage(type, into: target, types, in: records)
            }
        } catch let refusal as FormRefusal {
            return try site.refused(await page(number, refusal), refusal, context)
        }
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let into = try await site.form(of: request)["into"] ?? ""
        let logger = context.logger
        return try await site.answer(request, context, orRefuse: "The types were not merged") {
            let (values, token) = try await site.change { records in
                let type = try types.existing(number, in: records)
                let target = try chosenType(into, of: type, in: records)
                let merge = AssetTypeMerge(
                    label: type.label ?? "", items: type.items.compactMap(\.objectID.recordNumber),
                    listedCount: type.items.count { !$0.isTrashed },
                    into: target.objectID.recordNumber ?? 0)
                type.merge(into: target)
                try site.household.save(records)
                let token = inventory.merges.keep(merge, logger)
                return (try types.values(target, in: records), token)
            }
            return site.changed(
                values.json, at: types.path(of: values), after: request,
                announcing: .assetTypesMerged, token: token)
        } showing: { refusal in
            try await page(number, refusal)
        }
    }

    /// Makes the type again and gives it the items that it had, unless they have another one by now.
    @Sendable
    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let values = try await site.undo(inventory.merges, context, orElse: .mergedForGood) {
            merge, records -> AssetTypes.Values? in
            let type =
                try AssetType.labelled(merge.label, in: records) ?? AssetType(context: records)
            type.label = type.label ?? merge.label
            for number in merge.items {
                let item = try records.existingObject(Item.self, recordNumber: number)
                guard let item, item.assetType?.objectID.recordNumber == merge.into else {
                    continue
                }
                item.assetType = type
            }
            try site.household.save(records)
            return try types.values(type, in: records)
        }
        return site.changed(
            values.json, at: types.path(of: values), after: request,
            announcing: .assetTypesSeparated)
    }

    private func page(_ number: Int64, _ refusal: FormRefusal) async throws -> AssetTypeMergePage {
        try await site.household.container.read { records in
            var page = try AssetTypeMergePage(
                types.existing(number, in: records), into: nil, types, in: records)
            page.into = FormField(fault: refusal.message(for: "into"))
            page.summary = refusal.summary
            return page
        }
    }

    /// The type that a form names.
    ///
    /// - Throws: ``FormRefusal`` if there is none, or it is the type itself.
    private func chosenType(
        _ text: String, of type: AssetType, in context: ManagedObjectContext
    ) throws -> AssetType {
        var form = FormData()
        form.append(FormData.Field(name: "into", value: text))
        var decoder = FormDecoder(form)
        let posted = decoder.id("into", label: "Merge", of: "type")
        guard decoder.faults.isEmpty else { throw FormRefusal(faults: decoder.faults) }
        func refusal(_ message: String) -> FormRefusal {
            FormRefusal(faults: [FormFault(field: "into", label: "Merge", message: message)])
        }
        guard let number = posted.value else {
            throw refusal("choose the type that the items move to")
        }
        guard let target = try AssetType.find(Int64(number), in: context) else {
            throw FormRefusal(faults: [.unknownType("into", number)])
        }
        guard target !== type else { throw refusal("a type cannot be merged with itself") }
        return target
    }
}
