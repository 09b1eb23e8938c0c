/// The question before an item is deleted.
struct ItemDeletePage: TemplatePage {
    static let template = "inventory/delete"

    var layout: LayoutPage
    var name: String
    var thumbnailPath = ""
    /// `Furniture · WS-2041 · $1,480`.
    var details: String
    /// What goes with it and what stays, a sentence each.
    var consequences: [String]
    /// Where the form is posted.
    var deletePath: String
    var cancelPath: String
}
