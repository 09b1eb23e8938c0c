/// One tag, with the items that have it.
struct TagShowPage: TemplatePage {
    static let template = "inventory/tags/show"

    var layout: LayoutPage
    var record: RecordHead
    var color: String
    /// `12 items`.
    var count: String
    /// The first of its items, rendered from `inventory/_item`.
    var rowsHTML: String
    var hasMoreItems: Bool
    var itemsPath: String
    var newItemPath: String
}
