import Domain
import Hummingbird
import Persistence

extension AssetTypes {
    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(self)
        routes.get(
            .mergeAssetType("{id}"), by: .editors(of: .inventory), as: .query("into"),
            use: askToMerge)
        routes.post(
            .mergeAssetType("{id}"), by: .editors(of: .inventory), as: .form("into"), use: merge)
        routes.addUndo(of: inventory.merges, in: self) { try $0.undo(in: $1) }
        let ofTemplate = AssetTypes(inventory: inventory, isOfTemplate: true)
        let actions = ResourceActions(ofTemplate)
        routes.get(.assetTypeTemplate("{id}"), by: .editors(of: .inventory), use: actions.edit)
        routes.post(
            .assetTypeTemplate("{id}"), by: .editors(of: .inventory),
            as: .updating(ofTemplate).called("Choose the template of a type"), use: actions.update)
    }

    private func askToMerge(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let into = request.uri.queryParameters.get("into") ?? ""
        do {
            return try await site.pages.page(for: request, context) { records in
                let type = try existing(number, in: records)
                let target = into.isEmpty ? nil : try chosenType(into, of: type, in: records)
                return try AssetTypeMergePage(type, into: target, self, in: records)
            }
        } catch let refusal as ValidationErrors {
            return try site.refused(await page(number, refusal), refusal, context)
        }
    }

    private func merge(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let into = try await site.form(of: request)["into"] ?? ""
        return try await site.answer(request, context, orRefuse: "The types were not merged") {
            try await change(number, keepingFor: inventory.merges, after: request) {
                type, records in
                let target = try chosenType(into, of: type, in: records)
                var merge = AssetTypeMerge(
                    label: type.label ?? "", type: try DeletedRecords(type),
                    items: type.items.map(\.savedNumber),
                    listedCount: type.items.count { !$0.isTrashed }, into: target.savedNumber)
                merge.stocktakes = try type.merge(into: target, in: records).map(\.savedNumber)
                return (target, { [merge] in merge })
            }
        } showing: { refusal in
            try await page(number, refusal)
        }
    }

    private func page(
        _ number: Int64, _ refusal: ValidationErrors
    ) async throws -> AssetTypeMergePage {
        try await site.household.container.read { records in
            var page = try AssetTypeMergePage(
                existing(number, in: records), into: nil, self, in: records)
            page.into = FormField(fault: refusal.message(for: "into"))
            page.summary = refusal.summary
            return page
        }
    }

    /// The type that a form selects.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, or it is the type itself.
    private func chosenType(
        _ text: String, of type: AssetType, in context: ManagedObjectContext
    ) throws -> AssetType {
        var form = FormData()
        form.append(FormData.Field(name: "into", value: text))
        var decoder = FormDecoder(form)
        let posted = decoder.id("into", label: "Merge", of: "type")
        guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
        func refusal(_ message: String) -> ValidationErrors {
            ValidationErrors("into", "Merge", message)
        }
        guard let number = posted.value else {
            throw refusal("choose the type that the items move to")
        }
        guard let target = try AssetType.find(Int64(number), in: context) else {
            throw ValidationErrors(faults: [
                .unknown("type", String(number), field: "into", label: "Merge")
            ])
        }
        guard target !== type else { throw refusal("a type cannot be merged with itself") }
        return target
    }
}

/// A merge of one type into another, with the items that it had.
struct AssetTypeMerge: Sendable, Codable {
    let label: String
    /// The type with its template and fields; nil in files of an earlier version.
    let type: DeletedRecords?
    let items: [Int64]
    /// The number of items outside the trash; nil in files of an earlier version.
    let listedCount: Int?
    /// The number of the type that the items have now.
    let into: Int64
    /// The numbers of its open stocktakes; nil in files of an earlier version.
    var stocktakes: [Int64]?
}

extension AssetTypeMerge {
    /// Separates the types again. Records that were changed since stay as they are.
    fileprivate func undo(in context: ManagedObjectContext) throws -> AssetType? {
        let type = try AssetType.labeled(label, in: context) ?? made(in: context)
        for number in items {
            let item = try context.existingObject(Item.self, recordNumber: number)
            guard let item, item.assetType?.objectID.recordNumber == into else {
                continue
            }
            item.assetType = type
        }
        for number in stocktakes ?? [] {
            let stocktake = try context.existingObject(Stocktake.self, recordNumber: number)
            guard let stocktake, stocktake.isOpen, stocktake.assetType == into else {
                continue
            }
            stocktake.assetType = type.objectID.recordNumber
        }
        return type
    }

    /// The type, made again without items.
    ///
    /// - Throws: errors of the store.
    fileprivate func made(in context: ManagedObjectContext) throws -> AssetType {
        if let made = try type?.make(in: context) as? AssetType {
            // Those that have no type by now keep none.
            for item in made.items { item.assetType = nil }
            return made
        }
        let made = AssetType(context: context)
        made.label = label
        return made
    }
}

/// The page that asks into which type a type is merged, and then for a confirmation.
struct AssetTypeMergePage: TemplatePage {
    static let template = "inventory/asset-types/merge"

    var layout: LayoutPage
    var name: String
    var summary = FaultSummary()
    // The chosen type, which gets the items.
    var target = ""
    var targetNumber = ""
    /// The items that move and the records that are deleted, as sentences.
    var consequences: [String] = []
    /// The types to choose from.
    var into = FormField()
    var options: [SelectOption]
    /// The action of both forms.
    var path: String
    var cancelPath: String
}

extension AssetTypeMergePage {
    /// The page of a type.
    ///
    /// - Parameter target: the chosen type.
    /// - Throws: errors of the store.
    init(
        _ record: AssetType, into target: AssetType?, _ types: AssetTypes,
        in context: ManagedObjectContext
    ) throws {
        let type = try types.values(record, in: context)
        let number = type.recordNumber
        let others = try types.site.household.inventoryCache.assetTypeLabels(in: context)
            .filter { $0.number != number }
        self.init(
            layout: types.layout("Merge \(type.title)", about: try types.summary(of: type)),
            name: type.title,
            options: others.map { SelectOption(value: String($0.number), label: $0.text) },
            path: types.links(.mergeAssetType(number)),
            cancelPath: types.links(types.path(of: type)))
        guard let target else { return }
        let other = try types.values(target, in: context)
        self.target = other.title
        targetNumber = String(other.recordNumber)
        let (count, moved) = (type.totals.count, ItemCount.text(type.totals.count))
        consequences = [
            count == 0
                ? "No item has this type."
                : "\(moved) \(count == 1 ? "moves" : "move") from “\(name)” to “\(self.target)”, "
                    + "which has \(ItemCount.text(other.totals.count + count)) then.",
            "The type “\(name)” is deleted.", "This can be undone on the page that follows.",
        ]
    }
}
