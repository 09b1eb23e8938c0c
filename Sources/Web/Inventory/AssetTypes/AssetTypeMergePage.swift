import Domain
import Persistence

/// The question before a type is merged with another one, or which one that is to be.
struct AssetTypeMergePage: TemplatePage {
    static let template = "inventory/asset-types/merge"

    var layout: LayoutPage
    var name: String
    var summary = FaultSummary()
    // The type that the items move to, once it is chosen.
    var target = ""
    var targetNumber = ""
    /// What moves and what goes, a sentence each.
    var consequences: [String] = []
    /// The types to choose from.
    var into = FormField()
    var options: [SelectOption]
    /// Where the choice leads, and where the answer is posted.
    var path: String
    var cancelPath: String
}

extension AssetTypeMergePage {
    /// The page of a type.
    ///
    /// - Parameter target: the type that was chosen.
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
            layout: types.layout("Merge \(type.title)", about: types.summary(of: type)),
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
