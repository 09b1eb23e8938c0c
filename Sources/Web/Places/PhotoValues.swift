import Domain
import Foundation
import Persistence

/// The values of a photo, detached from its context.
struct PhotoValues: RecordValues {
    let recordNumber: Int64
    let title: String
    let place: (number: Int64, label: String)
    let source: String
    /// The time of capture in the form of records (`CaptureTime`).
    let takenAt: Date?
    let camera: String?
    let latitude: Double?
    let longitude: Double?
    let width: Int
    let height: Int
    let byteCount: Int64
    let addedAt: Date?
    let lastViewed: Date?
    let isFavorite: Bool
    let isVanished: Bool
    let problem: String?
    let rowVersion: Int64
    /// A text that changes with the image.
    let imageVersion: String
    /// The reference to the image in its source.
    let image: PhotoImageReference

    init(_ photo: Photo) {
        recordNumber = photo.savedNumber
        title = photo.title ?? ""
        place = (photo.place?.savedNumber ?? 0, photo.place?.name ?? "")
        source = photo.source ?? ""
        takenAt = photo.takenAt
        camera = photo.camera
        latitude = photo.latitude
        longitude = photo.longitude
        width = Int(photo.width)
        height = Int(photo.height)
        byteCount = photo.byteCount
        addedAt = photo.addedAt
        lastViewed = photo.lastViewed
        isFavorite = photo.isFavorite
        isVanished = photo.isVanished
        problem = photo.problem
        rowVersion = photo.rowVersion
        imageVersion = photo.version
        image = PhotoImageReference(photo)
    }

    /// The address of the thumbnail, which changes with the image.
    func thumbnailPath(_ links: SiteLinks) -> String {
        links(.photoThumbnail(recordNumber, version: imageVersion))
    }

    /// The schema of a photo as JSON. Lists leave out the position.
    static let schema = JSONSchema.members(
        "id title place source takenAt camera width height byteCount addedAt lastViewed isFavorite "
            + "problem version image thumbnail latitude? longitude?")

    /// The photo in a list as JSON, without its position.
    ///
    /// - Throws: nothing, as long as its members read no store.
    func listedJSON(_ links: SiteLinks) throws -> JSONValue { .object(try documentMembers(links)) }

    /// The photo as JSON.
    ///
    /// - Throws: nothing, as long as its members read no store.
    func json(_ links: SiteLinks) throws -> JSONValue {
        .object(
            try documentMembers(links) + [
                ("latitude", latitude.map { .double($0) } ?? .null),
                ("longitude", longitude.map { .double($0) } ?? .null),
            ])
    }

    private func documentMembers(
        _ links: SiteLinks
    ) throws -> [(name: String, value: JSONValue)] {
        try Self.members.json(of: self) + [
            ("problem", .string(problem)), ("version", .int(rowVersion)),
            ("image", .string(links(.photoImage(recordNumber)))),
            ("thumbnail", .string(thumbnailPath(links))),
        ]
    }

    /// The members that tables have too.
    static let members: [RecordMember<PhotoValues>] = [
        .text("title") { $0.title }, .record("place") { $0.place },
        .word("source") { $0.source },
        .word("takenAt") { $0.takenAt.map(ISO8601Text.capture) },
        .text("camera") { $0.camera }, .count("width") { $0.width },
        .count("height") { $0.height },
        .integer("byteCount") { $0.byteCount },
        .instant("addedAt") { $0.addedAt },
        .instant("lastViewed") { $0.lastViewed },
        .flag("isFavorite") { $0.isFavorite },
    ]
}
