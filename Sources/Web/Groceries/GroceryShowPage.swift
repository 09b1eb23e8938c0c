/// One item of the shopping list.
struct GroceryShowPage: TemplatePage {
    static let template = "groceries/show"

    var layout: LayoutPage
    /// `1.5 l milk`.
    var summary: String
    var isTicked: Bool
    var version: String
    var tickPath: String
    var editPath: String
    var deletePath: String
    var jsonPath: String
}
