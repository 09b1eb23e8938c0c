import Domain
import Persistence

/// One asset type.
struct AssetTypeShowPage: TemplatePage {
    static let template = "inventory/asset-types/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `12 items`.
    var count: String
    /// `$8,310`.
    var value: String
    var itemsPath: String
    var newItemPath: String
    /// The form that chooses the template.
    var templatePath = ""
    /// The name of the template, its page, and the words around the name; empty without a template.
    var template = ""
    var templateItemPath = ""
    var templateLead = ""
    var templateEnd = ""
    /// The form of several copies of it; empty if new items do not begin with its values.
    var copiesPath = ""

    /// The first of its items.
    var items: ListTable
    var hasMoreItems: Bool

    /// Whether there is another type to merge it into.
    var canMerge: Bool
    var mergePath: String
    /// The custom fields of its items.
    var fields: [PathLink] = []
    var newFieldPath = ""
    var fieldsPath = ""
}

extension AssetTypes {
    /// The number of items shown.
    private static let shownItems = 20

    func show(
        _ record: AssetType, notices: [Notice], in context: ManagedObjectContext
    ) throws -> AssetTypeShowPage {
        let type = try values(record, in: context)
        let number = type.recordNumber
        let count = try site.household.inventoryCache.assetTypeLabels(in: context).count
        let fields = try ItemField.fields(of: record, in: context).map { ItemFieldRecord($0) }
        let fieldPaths = ResourcePaths(.itemFields)
        var page = AssetTypeShowPage(
            layout: layout(type.title, notices: notices),
            record: head(of: type),
            count: ItemCount.text(type.totals.count),
            value: site.worthClause(type.totals),
            itemsPath: links(.items(ofType: String(number))),
            newItemPath: links(SitePath.newItem.query([("assetType", String(number))])),
            templatePath: links(.assetTypeTemplate(number)),
            copiesPath: record.listedTemplate.map { links(.copyItem($0.key)) } ?? "",
            items: try items(number, in: context),
            hasMoreItems: type.totals.count > Self.shownItems, canMerge: count > 1,
            mergePath: links(.mergeAssetType(number)),
            fields: fields.map { field in
                PathLink(
                    label: "\(field.name) (\(field.kind.label.lowercased()))",
                    path: links(fieldPaths.record(field.recordNumber)))
            }, newFieldPath: links(fieldPaths.new.query([("assetType", String(number))])),
            fieldsPath: links(.itemFields))
        if let template = record.template { show(template, of: record, on: &page) }
        return page
    }

    private func show(_ template: Item, of type: AssetType, on page: inout AssetTypeShowPage) {
        page.template = template.itemName ?? ""
        page.templateItemPath = links(
            template.isTrashed
                ? ResourcePaths(.trash).record(template.savedNumber) : .item(template.key))
        (page.templateLead, page.templateEnd) =
            switch (template.isTrashed, type.listedTemplate) {
            case (true, _): ("The template", " is in the trash: new items begin without values.")
            case (_, nil):
                ("The template", " is of another type now: new items begin without values.")
            default: ("New items begin with the values of", ".")
            }
    }

    private func items(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> ListTable {
        var query = ItemQuery()
        query.assetType = .type(number)
        var request = try query.fetchRequest(in: context)
        request.fetchLimit = Self.shownItems
        return try Items(inventory: inventory).table(
            context.fetch(request), isOfOneType: true, in: context)
    }
}
