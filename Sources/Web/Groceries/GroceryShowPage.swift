/// One item of the shopping list.
struct GroceryShowPage: TemplatePage {
    static let template = "groceries/show"

    var layout: LayoutPage
    /// It is called `1.5 l milk`.
    var record: RecordHead
    var isTicked: Bool
    var tickPath: String
}
