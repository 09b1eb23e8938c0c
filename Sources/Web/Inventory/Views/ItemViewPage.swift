/// One kept view of the list of items: where it leads, and its place among the others.
struct ItemViewPage: TemplatePage {
    static let template = "inventory/views/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Warranty: soon, Tag: 2`.
    var text: String
    var listPath: String
    var positionPath: String
    /// `2 of 3`.
    var position: String
    var isFirst: Bool
    var isLast: Bool
}
