/// One document: what it is, whose it is, and its file.
struct DocumentShowPage: TemplatePage {
    static let template = "inventory/documents/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Receipt · PDF, 120 kB`.
    var summary: String
    /// The file as it was uploaded.
    var filePath: String
    var thumbnailPath: String
    var item: String
    var itemPath: String
    /// `May 1, 2026`.
    var added: String
    var addedISO: String
    var sha256: String
}
