/// The question before an asset type is deleted.
struct AssetTypeDeletePage: TemplatePage {
    static let template = "inventory/asset-types/delete"

    var layout: LayoutPage
    var label: String
    /// Whether items have this type.
    var hasItems: Bool
    /// `12 items`.
    var count: String
    /// What goes and what stays, a sentence each.
    var consequences: [String]
    /// Where the form is posted.
    var deletePath: String
    var cancelPath: String
    // Merging instead.
    var canMerge: Bool
    var mergePath: String
    var mergeOptions: [SelectOption]
    var into = FormField()
}
