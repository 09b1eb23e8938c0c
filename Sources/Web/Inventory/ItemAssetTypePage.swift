/// The picker of an item's asset type.
struct ItemAssetTypePage: TemplatePage {
    static let template = "inventory/asset-type"

    var layout: LayoutPage
    /// The name of the item.
    var name: String
    /// Where a choice is posted.
    var path: String
    var itemPath: String
    var choices: [AssetTypeChoice]
    /// Whether the item has no type.
    var isNone: Bool
    var newTypePath: String
    /// A choice that could not be taken.
    var summary = FaultSummary()
}
