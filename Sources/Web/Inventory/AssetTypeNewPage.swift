/// The form of a new asset type.
struct AssetTypeNewPage: TemplatePage {
    static let template = "inventory/asset-types/new"

    var layout: LayoutPage
    var form: AssetTypeForm
}
