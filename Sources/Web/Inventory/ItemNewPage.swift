/// The form of a new item.
struct ItemNewPage: TemplatePage {
    static let template = "inventory/new"

    var layout: LayoutPage
    var form: ItemForm
}
