/// The form that renames an asset type.
struct AssetTypeEditPage: TemplatePage {
    static let template = "inventory/asset-types/edit"

    var layout: LayoutPage
    /// The label as it is saved.
    var name: String
    /// A stale edit (409): the label that somebody else has saved meanwhile.
    var isConflict = false
    var savedLabel = ""
    var form: AssetTypeForm
}
