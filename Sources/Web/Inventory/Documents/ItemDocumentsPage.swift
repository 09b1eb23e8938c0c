import Domain

/// The documents of an item, and the form that adds some.
struct ItemDocumentsPage: TemplatePage {
    static let template = "inventory/documents/index"

    var layout: LayoutPage
    var name: String
    var isEmpty: Bool
    var documents: [DocumentTile]
    var form: DocumentForm
    var trash: [TrashedTile] = []
    var jsonPath: String
}

/// The form that adds documents to an item.
struct DocumentForm: Sendable {
    /// Where it is posted.
    var path: String
    var kinds: [SelectOption]
    /// `PDF, JPEG, PNG, WebP and others, up to 25 MB each`.
    var hint: String
    var accept = "application/pdf,.pdf," + PhotoField.acceptedTypes
    var summary = FaultSummary([])
    var fault = ""

    init(path: String, hint: String, kind: DocumentKind? = nil) {
        self.path = path
        self.hint = hint
        kinds =
            [SelectOption(value: "", label: "By its name", isSelected: kind == nil)]
            + DocumentKind.allCases.map {
                SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0 == kind)
            }
    }

    /// The form of an item's documents.
    init(_ item: ItemValues, _ inventory: Inventory) {
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        self.init(
            path: inventory.links(.itemDocuments(item.key)),
            hint: "PDF, JPEG, PNG, WebP and others, up to \(limit) each; several at once")
    }

    /// Shows what was wrong.
    mutating func show(_ refusal: FormRefusal) {
        summary = refusal.summary
        fault = refusal.message(for: DocumentUpload.field) ?? ""
    }
}
