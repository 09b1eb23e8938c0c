import Domain
import Foundation
import Persistence

/// The documents of an item, and the upload form.
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

/// The form that uploads documents to an item.
struct DocumentForm: Sendable {
    /// The action of the form.
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

    init(_ item: ItemValues, _ inventory: Inventory) {
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        self.init(
            path: inventory.links(.itemDocuments(item.key)),
            hint: "PDF, JPEG, PNG, WebP and others, up to \(limit) each; several at once")
    }

    /// Shows the faults.
    mutating func show(_ refusal: ValidationErrors) {
        summary = refusal.summary
        fault = refusal.message(for: DocumentUpload.field) ?? ""
    }
}

extension ItemDocumentsPage {
    /// The documents of an item.
    ///
    /// - Throws: errors of a field that the model does not have.
    init(_ item: Item, _ inventory: Inventory, notices: [Notice]) throws {
        let (links, values) = try (inventory.links, ItemValues(item))
        let documents = item.listedDocuments.map(DocumentValues.init)
        trash = item.documents.filter { $0.trashedDate != nil }.map { document in
            let number = document.savedNumber
            return TrashedTile(
                name: document.name ?? "", deleted: document.trashedDate,
                restorePath: links(.restoreDocument(number)),
                erasePath: links(.eraseDocument(number)))
        }
        layout = inventory.site.layout(
            title: "Documents of \(values.name)", section: .inventory, topic: .documents,
            crumbs: [inventory.itemsCrumb, inventory.crumb(values)], notices: notices)
        name = values.name
        isEmpty = documents.isEmpty
        self.documents = DocumentTile.tiles(documents, inventory.site)
        form = DocumentForm(values, inventory)
        jsonPath = links(SitePath.itemDocuments(values.key).json)
    }
}

/// A document of an item as a tile.
struct DocumentTile: Sendable {
    var name: String
    /// `Receipt · PDF, 120 kB`.
    var summary: String
    var path: String
    var filePath: String
    var deletePath: String
    var positionPath: String
    var thumbnailPath: String
    var isFirst: Bool
    var isLast: Bool
    /// The file of icons.
    var iconsPath: String
}

extension DocumentTile {
    /// The tiles of an item's documents, in their order.
    static func tiles(_ documents: [DocumentValues], _ site: Site) -> [DocumentTile] {
        let links = site.links
        return documents.enumerated().map { index, document in
            let number = document.recordNumber
            return DocumentTile(
                name: document.name, summary: document.summary, path: links(.document(number)),
                filePath: links(.documentFile(number)),
                deletePath: links(.deleteDocument(number)),
                positionPath: links(ResourcePaths(.documents).position(number)),
                thumbnailPath: document.thumbnailPath(links), isFirst: index == 0,
                isLast: index == documents.count - 1, iconsPath: site.baseLayout.iconsPath)
        }
    }
}

/// A photo or document in the trash, with a button to restore it.
struct TrashedTile: Sendable {
    var name: String
    /// `Deleted May 1, 2026, goes for good on May 31, 2026`.
    var summary: String
    var restorePath: String
    /// The action that deletes it permanently.
    var erasePath: String
}

extension TrashedTile {
    /// A tile with the time of its deletion.
    init(name: String, deleted: Date?, restorePath: String, erasePath: String) {
        let deleted = deleted ?? Date(timeIntervalSinceReferenceDate: 0)
        let end = deleted.addingTimeInterval(Double(Item.daysInTrash) * 24 * 60 * 60)
        self.init(
            name: name,
            summary: "Deleted \(DateText.long(deleted)), removed for good on \(DateText.long(end))",
            restorePath: restorePath, erasePath: erasePath)
    }
}
