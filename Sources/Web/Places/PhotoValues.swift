import Domain
import Foundation
import Persistence

/// What a photo is, apart from any context.
struct PhotoValues: RecordValues {
    let recordNumber: Int64
    let title: String
    let place: (number: Int64, name: String)
    let source: String
    /// When it was taken, as records keep it (`CaptureTime`).
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
    /// What is needed to find the image.
    let image: PhotoImageReference

    init(_ photo: Photo) {
        recordNumber = photo.objectID.recordNumber ?? 0
        title = photo.title ?? ""
        place = (photo.place?.objectID.recordNumber ?? 0, photo.place?.name ?? "")
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

    /// The photo in a list for programs, without its position.
    func listedJSON(_ links: SiteLinks) -> JSONValue {
        .object(members(links))
    }

    /// The photo for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object(
            members(links) + [
                ("latitude", latitude.map { .double($0) } ?? .null),
                ("longitude", longitude.map { .double($0) } ?? .null),
            ])
    }

    private func members(_ links: SiteLinks) -> [(name: String, value: JSONValue)] {
        [
            ("id", .int(recordNumber)), ("title", .string(title)),
            (
                "place",
                .object([("id", .int(place.number)), ("label", .string(place.name))])
            ),
            ("source", .string(source)), ("takenAt", .string(takenAt.map(ISO8601Text.capture))),
            ("camera", .string(camera)), ("width", .int(width)), ("height", .int(height)),
            ("byteCount", .int(byteCount)), ("addedAt", .date(addedAt)),
            ("lastViewed", .date(lastViewed)), ("isFavorite", .bool(isFavorite)),
            ("problem", .string(problem)), ("version", .int(rowVersion)),
            ("image", .string(links(.photoImage(recordNumber)))),
            ("thumbnail", .string(thumbnailPath(links))),
        ]
    }

    /// The columns of a list for spreadsheets.
    static let csvColumns = [
        "id", "title", "place", "source", "takenAt", "camera", "width", "height", "byteCount",
        "addedAt", "lastViewed", "isFavorite",
    ]

    /// The cells of the photo, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(title), .text(place.name), .plain(source),
            .plain(takenAt.map(ISO8601Text.capture)), .text(camera), .int(width), .int(height),
            .int(byteCount), .plain(addedAt.map(ISO8601Text.utc)),
            .plain(lastViewed.map(ISO8601Text.utc)), .plain(isFavorite ? "yes" : "no"),
        ]
    }
}
