import Domain
import Foundation
import ObjectModel
import Persistence

/// A draft apart from any context: the photos of a thing that has no name yet.
struct InboxDraft: Sendable {
    /// One of its photos.
    struct Photo: Sendable {
        /// The number of the record.
        let number: Int64
        let fileName: String
        /// When it was taken, by the clock of its camera.
        let captureDate: Date?
    }

    let photos: [Photo]

    /// The number by which addresses name it: that of its first photo.
    var number: Int64 { photos.first?.number ?? 0 }

    init(_ photos: [InboxPhoto]) {
        self.photos = photos.map {
            Photo(
                number: $0.objectID.recordNumber ?? 0, fileName: $0.fileName ?? "",
                captureDate: $0.captureDate)
        }
    }

    /// All drafts.
    ///
    /// - Throws: errors of the store.
    static func all(in context: ManagedObjectContext) throws -> [InboxDraft] {
        try InboxPhoto.all(in: context).map(InboxDraft.init)
    }

    /// The draft for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(number))),
            (
                "photos",
                .array(
                    photos.map { photo in
                        .object([
                            ("id", .int(Int(photo.number))), ("fileName", .string(photo.fileName)),
                            (
                                "captureDate",
                                .string(photo.captureDate.map(ISO8601Text.capture))
                            ),
                            ("thumbnail", .string(links(.inboxThumbnail(photo.number)))),
                            ("image", .string(links(.inboxImage(photo.number)))),
                        ])
                    })
            ),
        ])
    }
}

extension InboxDraft {
    /// The drafts as a list.
    static let list = MemoryList<InboxDraft>(
        "Draft",
        [
            .init("id", .integer64) { .integer($0.number) },
            .init("photoCount", .integer64) { .integer(Int64($0.photos.count)) },
            .init("fileName", .string) { .text($0.photos.first?.fileName) },
            .init("captureDate", .date) { .moment($0.photos.first?.captureDate) },
        ], searching: ["fileName"])
}
