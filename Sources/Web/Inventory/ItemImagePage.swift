/// A picture that was refused when it should replace the item's own (413, 415, 422, 503).
struct ItemImagePage: TemplatePage {
    static let template = "inventory/image"

    var layout: LayoutPage
    var name: String
    var summary: FaultSummary
    var photo: PhotoField
    /// Where the form is posted.
    var imagePath: String
    var itemPath: String
}
