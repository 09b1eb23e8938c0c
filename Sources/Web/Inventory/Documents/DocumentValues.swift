import Domain
import Foundation
import ObjectModel
import Persistence

/// The values of a document, detached from its context, without bytes and thumbnail.
struct DocumentValues: RecordValues {
    let recordNumber: Int64
    /// The key of its original.
    let key: UUID
    let item: ItemContainer?
    let name: String
    let kind: DocumentKind
    let mediaType: String
    let byteCount: Int
    let sha256: String
    let addedAt: Date
    let isTrashed: Bool
    let thumbnailVersion: String?
    let rowVersion: Int64

    init(_ document: Document) {
        recordNumber = document.savedNumber
        // A document created by another program may have no key. Nothing is stored under a new one.
        key = document.key ?? UUID()
        item = document.item.map(ItemContainer.init)
        name = (document.name ?? "").visibleFileName
        kind = document.documentKind
        mediaType = document.mediaType ?? ""
        byteCount = Int(document.byteCount)
        sha256 = document.sha256 ?? ""
        addedAt = document.addedAt ?? Date(timeIntervalSinceReferenceDate: 0)
        isTrashed = document.isTrashed
        thumbnailVersion = document.thumbnailVersion
        rowVersion = document.rowVersion
    }

    var title: String { name }

    /// `PDF`, `JPEG`.
    var format: String {
        switch mediaType {
        case "application/pdf": "PDF"
        case "image/jpeg": "JPEG"
        case "image/png": "PNG"
        case "image/webp": "WebP"
        default: mediaType.split(separator: "/").last.map { $0.uppercased() } ?? ""
        }
    }

    /// `Receipt · PDF, 120 kB`.
    var summary: String { "\(kind.label) · \(format), \(ByteCount.text(byteCount))" }

    /// The address of the thumbnail, which changes with its content; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        guard let thumbnailVersion else { return "" }
        return links(SitePath.documentThumbnail(recordNumber).query([("v", thumbnailVersion)]))
    }

    /// The schema of a document as JSON.
    static let schema = JSONSchema.members(
        "id item name kind mediaType byteCount sha256 addedAt file thumbnail version")

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(recordNumber)), ("item", FieldValue.item(item).json),
            ("name", .string(name)), ("kind", .string(kind.rawValue)),
            ("mediaType", .string(mediaType)), ("byteCount", .int(byteCount)),
            ("sha256", FieldValue.word(sha256).json), ("addedAt", .date(addedAt)),
            ("file", .string(links(.documentFile(recordNumber)))),
            ("thumbnail", FieldValue.word(thumbnailPath(links)).json),
            ("version", .int(rowVersion)),
        ])
    }

    /// The columns of a CSV export.
    static let columns: [RecordMember<DocumentValues>] = [
        .item("item") { $0.item }, .text("name") { $0.name },
        .word("kind") { $0.kind.rawValue },
        .word("mediaType") { $0.mediaType },
        .count("byteCount") { $0.byteCount },
        .word("sha256") { $0.sha256 },
        .instant("addedAt") { $0.addedAt },
    ]
}

extension DocumentValues {
    /// The list of an item's documents, in their order.
    static let listOfItem = MemoryList<DocumentValues>(
        "Document",
        [
            .init("id", .integer64) { .integer($0.recordNumber) },
            .init("name", .string) { .string($0.name) },
            .init("kind", .string) { .string($0.kind.rawValue) },
            .init("mediaType", .string) { .string($0.mediaType) },
            .init("byteCount", .integer64) { .integer(Int64($0.byteCount)) },
            .init("sha256", .string) { .text($0.sha256) },
            .init("addedAt", .date) { .date($0.addedAt) },
        ], searching: ["name"])
}
