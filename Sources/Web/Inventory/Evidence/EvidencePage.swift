import Domain
import Foundation
import Persistence

/// The photos or the documents of an item in their order, with the form that adds some.
struct EvidencePage: TemplatePage {
    static let template = "inventory/evidence/index"

    var layout: LayoutPage
    /// `Photos of Drill`.
    var title: String
    /// What is said if there are none; empty if there are.
    var blank: String
    var photos: [EvidenceTile] = []
    var documents: [EvidenceTile] = []
    var addLabel: String
    var form: UploadForm
    var trash: [TrashedTile] = []
    var jsonPath: String
}

extension EvidencePage {
    /// The documents of an item.
    init(documentsOf item: Item, _ inventory: Inventory, notices: [Notice]) {
        let (links, documents) = (inventory.links, item.listedDocuments)
        self.init(
            "Documents", of: item, inventory, notices: notices,
            blank: documents.isEmpty
                ? "No documents yet: a receipt, the manual, the warranty or an appraisal, as PDF or "
                    + "photo." : "",
            form: UploadForm(documentsOf: item, inventory), at: .itemDocuments(item.key))
        self.documents = EvidenceTile.tiles(documents, links)
        trash = TrashedTile.tiles(
            item.documents, named: { $0.name ?? "" }, restore: SitePath.restoreDocument,
            erase: SitePath.eraseDocument, links)
    }

    /// The photos of an item.
    init(photosOf item: Item, _ inventory: Inventory, notices: [Notice]) {
        let (links, photos) = (inventory.links, item.listedPhotos)
        self.init(
            "Photos", of: item, inventory, notices: notices,
            blank: photos.isEmpty
                ? "No photo yet: the front, the back, the plate with the serial number." : "",
            form: UploadForm(photosOf: item, inventory), at: .itemPhotos(item.key))
        self.photos = photos.map { EvidenceTile($0, links) }
        trash = TrashedTile.tiles(
            item.photos, named: { $0.caption ?? "A photo" }, restore: SitePath.restoreItemPhoto,
            erase: SitePath.eraseItemPhoto, links)
    }

    private init(
        _ many: String, of item: Item, _ inventory: Inventory, notices: [Notice],
        blank: String, form: UploadForm, at path: SitePath
    ) {
        let title = "\(many) of \(item.name)"
        self.init(
            layout: inventory.site.layout(
                title: title, section: .inventory, topic: .documents,
                crumbs: [inventory.itemsCrumb, inventory.crumb(item)], notices: notices),
            title: title, blank: blank, addLabel: "Add \(many.lowercased())", form: form,
            jsonPath: inventory.links(path.json))
        layout.alternates = ListQuery().onOnePage.alternates(of: path, inventory.links)
    }
}

extension UploadForm {
    /// The form of an item's photos.
    init(photosOf item: Item, _ inventory: Inventory) {
        self.init(
            path: inventory.links(.itemPhotos(item.key)), label: "Photos",
            hint: Self.hint("JPEG, PNG, HEIC, WebP, GIF", inventory))
    }

    /// The form of an item's documents.
    init(documentsOf item: Item, _ inventory: Inventory) {
        self.init(
            path: inventory.links(.itemDocuments(item.key)), label: "Files",
            hint: Self.hint("PDF, JPEG, PNG, WebP", inventory),
            accept: "application/pdf,.pdf," + PhotoField.acceptedTypes,
            kinds: [SelectOption(value: "", label: "By its name", isSelected: true)]
                + DocumentKind.allCases.map { SelectOption(value: $0.rawValue, label: $0.label) })
    }

    private static func hint(_ formats: String, _ inventory: Inventory) -> String {
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        return "\(formats) and others, up to \(limit) each; several at once"
    }
}

/// A photo or document of an item as a tile.
struct EvidenceTile: Sendable {
    /// `photo-3`.
    var anchor: String
    /// `Receipt side, photo 2 of 5`; the name of a document.
    var label: String
    /// The caption of a photo; of a document `Receipt · PDF, 120 kB`.
    var summary: String
    var path: String
    /// The file of a document, as it was uploaded.
    var filePath = ""
    var thumbnailPath: String
    var deletePath: String
    var positionPath: String
    var isFirst: Bool
    var isLast: Bool
}

extension EvidenceTile {
    /// A photo among those of its item.
    init(_ photo: ItemPhoto, _ links: SiteLinks) {
        let place = photo.place
        let (caption, number) = (photo.caption ?? "", photo.savedNumber)
        self.init(
            anchor: "photo-\(number)",
            label: caption.isEmpty
                ? "Photo \(place.text)" : "\(caption), photo \(place.text)",
            summary: caption, path: links(photo.path), thumbnailPath: links(photo.thumbnailPath),
            deletePath: links(.deleteItemPhoto(number)),
            positionPath: links(.itemPhotoPosition(number)), isFirst: place.index == 0,
            isLast: place.index == place.count - 1)
    }

    /// The documents of an item, in their order.
    static func tiles(_ documents: [Document], _ links: SiteLinks) -> [EvidenceTile] {
        documents.enumerated().map { index, document in
            let (number, paths) = (document.savedNumber, ResourcePaths(.documents))
            return EvidenceTile(
                anchor: "document-\(number)", label: document.recordTitle,
                summary: document.summary,
                path: links(paths.record(number)),
                filePath: links(.documentFile(number)),
                thumbnailPath: document.thumbnailPath(links),
                deletePath: links(paths.delete(number)),
                positionPath: links(paths.position(number)), isFirst: index == 0,
                isLast: index == documents.count - 1)
        }
    }
}

/// A photo or document in the trash, with a button to restore it.
struct TrashedTile: Sendable {
    var anchor: String
    var name: String
    /// `Deleted May 1, 2026, goes for good on May 31, 2026`.
    var summary: String
    var restorePath: String
    /// The action that deletes it permanently.
    var erasePath: String
}

extension TrashedTile {
    /// The tiles of those that are in the trash, with the times of their deletion.
    static func tiles<Record: EvidenceRecord>(
        _ records: [Record], named name: (Record) -> String, restore: (Int64) -> SitePath,
        erase: (Int64) -> SitePath, _ links: SiteLinks
    ) -> [TrashedTile] {
        records.compactMap { record in
            guard let deleted = record.trashedDate else { return nil }
            let end = deleted.addingTimeInterval(Double(Item.daysInTrash) * 24 * 60 * 60)
            return TrashedTile(
                anchor: "\(Record.noun)-\(record.savedNumber)", name: name(record),
                summary: "Deleted \(DateText.long(deleted)), removed for good on "
                    + DateText.long(end),
                restorePath: links(restore(record.savedNumber)),
                erasePath: links(erase(record.savedNumber)))
        }
    }
}
