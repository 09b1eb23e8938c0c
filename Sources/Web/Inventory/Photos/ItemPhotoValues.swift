import Domain
import Foundation
import ObjectModel
import Persistence

/// A photo of an item, detached from its context.
struct ItemPhotoValues: Sendable {
    let recordNumber: Int64
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
        let photos = item.listedPhotos
        return photos.enumerated().map { index, photo in
            ItemPhotoValues(
                recordNumber: photo.savedNumber,
                // A photo created by another program may have no key. Nothing is stored under a
                // new one.
                key: photo.key ?? UUID(), itemKey: item.key, itemName: item.itemName ?? "",
                index: index, count: photos.count, caption: photo.caption ?? "",
                captureDate: photo.captureDate, thumbnailVersion: photo.thumbnailVersion ?? "",
                rowVersion: photo.rowVersion)
        }
    }

    /// Whether it is the main photo, which lists show.
    var isFirst: Bool { index == 0 }

    /// `2 of 5`.
    var position: String { "\(index + 1) of \(count)" }

    /// The large view.
    var path: SitePath { .itemPhoto(recordNumber) }

    /// The original.
    var imagePath: SitePath { .itemPhotoImage(recordNumber) }

    /// The thumbnail under an address that changes with it.
    var thumbnailPath: SitePath {
        .itemPhotoThumbnail(recordNumber).query([("v", thumbnailVersion)])
    }

    /// The schema of a photo as JSON.
    static let schema = JSONSchema.members(
        "id itemKey index caption captureDate image thumbnail version")

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(recordNumber))),
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
            .init("id", .integer64) { .integer($0.recordNumber) },
            .init("itemKey", .uuid) { .uuid($0.itemKey) },
            .init("index", .integer64) { .integer(Int64($0.index)) },
            .init("caption", .string) { .text($0.caption) },
            .init("captureDate", .date) { .moment($0.captureDate) },
        ], searching: ["caption"])
}
