/// One item in the trash: brought back, or deleted for good.
struct TrashShowPage: TemplatePage {
    static let template = "inventory/trash"

    var layout: LayoutPage
    var name: String
    var thumbnailPath: String
    /// `Furniture · WS-2041 · $1,480`.
    var detail: String
    /// `November 21, 2026`.
    var trashed: String
    /// When it is deleted for good.
    var deleted: String
    var restorePath: String
    var deletePath: String
    var trashPath: String
}
