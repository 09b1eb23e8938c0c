/// One asset type.
struct AssetTypeShowPage: TemplatePage {
    static let template = "inventory/asset-types/show"

    var layout: LayoutPage
    var label: String
    /// `12 items`.
    var count: String
    /// `$8,310`.
    var value: String
    var version: String
    var editPath: String
    var deletePath: String
    var jsonPath: String
    /// The list of its items.
    var itemsPath: String
    /// The item form with this type chosen.
    var newItemPath: String

    var hasItems: Bool
    /// The first of its items, rendered from `inventory/_item`.
    var rowsHTML: String
    var hasMoreItems: Bool

    // Moving all of its items to another type.
    var canMerge: Bool
    var mergePath: String
    var mergeOptions: [SelectOption]
    var summary = FaultSummary()
    var into = FormField()
}
