import Domain
import Foundation
import ObjectModel
import Persistence

/// A photo of an item, apart from any context: the one on the list, or a further one.
struct ItemPhotoValues: Sendable {
    /// The number of the record; nil for the photo on the list, which is the item's own.
    let recordNumber: Int64?
    /// The key that its original goes by.
    let key: UUID
    let itemKey: UUID
    let itemName: String
    /// Its place among the photos of the item, from 0.
    let index: Int
    /// How many photos the item has.
    let count: Int
    let caption: String
    /// When it was taken, as records keep it (`CaptureTime`).
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

    private init(_ photo: Domain.ItemPhoto, of item: Item, index: Int) {
        recordNumber = photo.objectID.recordNumber ?? 0
        // A photo that another program made may have no key; nothing lies under another one.
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

    /// The photo for programs.
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
    /// The photos of an item as a list.
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
