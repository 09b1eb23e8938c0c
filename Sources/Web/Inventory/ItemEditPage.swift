/// The form of an item that exists.
struct ItemEditPage: TemplatePage {
    static let template = "inventory/edit"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    var form: ItemForm
}
