import Domain
import Foundation
import ObjectModel
import Persistence

/// A photo of an item, detached from its context: the main photo or a further one.
struct ItemPhotoValues: Sendable {
    /// The record number; nil for the main photo, which belongs to the record of the item.
    let recordNumber: Int64?
    /// The key of its original.
    let key: UUID
    let itemKey: UUID
    let itemName: String
    /// Its position among the photos of the item, from 0.
    let index: Int
    /// The number of photos of the item.
    let count: Int
    let caption: String
    /// The time of capture in the form of records (`CaptureTime`).
    let captureDate: Date?
    let thumbnailVersion: String
    let rowVersion: Int64

    /// The photos of an item, in their order.
    static func all(of item: Item) -> [ItemPhotoValues] {
        let further = item.furtherPhotos
        let first = item.thumbnailVersion.map { ItemPhotoValues(firstOf: item, version: $0) }
        let start = first == nil ? 0 : 1
        return [first].compactMap(\.self)
            + further.enumerated().map { ItemPhotoValues($1, of: item, index: $0 + start) }
    }

    private init(firstOf item: Item, version: String) {
        recordNumber = nil
        key = item.key
        itemKey = item.key
        itemName = item.itemName ?? ""
        index = 0
        count = item.photoCount
        caption = ""
        captureDate = item.captureDate
        thumbnailVersion = version
        rowVersion = item.rowVersion
    }

    private init(_ photo: ItemPhoto, of item: Item, index: Int) {
        recordNumber = photo.savedNumber
        // A photo created by another program may have no key. Nothing is stored under a new one.
        key = photo.key ?? UUID()
        itemKey = item.key
        itemName = item.itemName ?? ""
        self.index = index
        count = item.photoCount
        caption = photo.caption ?? ""
        captureDate = photo.captureDate
        thumbnailVersion = photo.thumbnailVersion ?? ""
        rowVersion = photo.rowVersion
    }

    var isFirst: Bool { recordNumber == nil }

    /// `2 of 5`.
    var position: String { "\(index + 1) of \(count)" }

    /// The large view.
    var path: SitePath { recordNumber.map { .itemPhoto($0) } ?? .itemPhotoView(itemKey) }

    /// The original.
    var imagePath: SitePath {
        recordNumber.map { .itemPhotoImage($0) } ?? .itemImage(itemKey)
    }

    /// The thumbnail under an address that changes with it.
    var thumbnailPath: SitePath {
        recordNumber.map { .itemPhotoThumbnail($0).query([("v", thumbnailVersion)]) }
            ?? .itemThumbnail(itemKey, version: thumbnailVersion)
    }

    /// The schema of a photo as JSON.
    static let schema = JSONSchema.members(
        "id itemKey index caption captureDate image thumbnail version")

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", recordNumber.map { .int(Int($0)) } ?? .null),
            ("itemKey", .string(itemKey.uuidString)), ("index", .int(index)),
            ("caption", caption.isEmpty ? .null : .string(caption)),
            ("captureDate", .string(captureDate.map(ISO8601Text.capture))),
            ("image", .string(links(imagePath))), ("thumbnail", .string(links(thumbnailPath))),
            ("version", .int(Int(rowVersion))),
        ])
    }
}

extension ItemPhotoValues {
    static let list = MemoryList<ItemPhotoValues>(
        "ItemPhoto",
        [
            .init("id", .integer64) { $0.recordNumber.map(AttributeValue.integer) ?? .null },
            .init("itemKey", .uuid) { .uuid($0.itemKey) },
            .init("index", .integer64) { .integer(Int64($0.index)) },
            .init("caption", .string) { .text($0.caption) },
            .init("captureDate", .date) { .moment($0.captureDate) },
        ], searching: ["caption"])
}
