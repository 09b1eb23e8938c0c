import Domain
import Foundation
import ObjectModel
import Persistence

/// What a document is, apart from any context; its bytes and thumbnail are left where they are.
struct DocumentValues: RecordValues {
    let recordNumber: Int64
    /// The key that its original goes by.
    let key: UUID
    /// The item that it belongs to.
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
        recordNumber = document.objectID.recordNumber ?? 0
        // A document that another program made may have no key; nothing lies under another one.
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

    /// The thumbnail under an address that changes with it; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        guard let thumbnailVersion else { return "" }
        return links(SitePath.documentThumbnail(recordNumber).query([("v", thumbnailVersion)]))
    }

    /// The document for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("item", itemJSON), ("name", .string(name)),
            ("kind", .string(kind.rawValue)), ("mediaType", .string(mediaType)),
            ("byteCount", .int(byteCount)),
            ("sha256", sha256.isEmpty ? .null : .string(sha256)), ("addedAt", .date(addedAt)),
            ("file", .string(links(.documentFile(recordNumber)))),
            ("thumbnail", thumbnailVersion == nil ? .null : .string(thumbnailPath(links))),
            ("version", .int(Int(rowVersion))),
        ])
    }

    private var itemJSON: JSONValue {
        guard let item else { return .null }
        return .object([
            ("itemKey", .string(item.key.uuidString)), ("label", .string(item.text)),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "item", "name", "kind", "mediaType", "byteCount", "sha256", "addedAt",
    ]

    /// The cells of the document, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(item?.text), .text(name), .plain(kind.rawValue),
            .plain(mediaType), .int(Int64(byteCount)), .plain(sha256),
            .plain(ISO8601Text.utc(addedAt)),
        ]
    }
}

extension DocumentValues {
    /// The documents of an item as a list, in its order.
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
