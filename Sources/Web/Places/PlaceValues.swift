import Domain
import Persistence

/// What a place is, apart from any context.
struct PlaceValues: RecordValues {
    let recordNumber: Int64
    let name: String
    let source: String
    let hasFavorites: Bool
    let rowVersion: Int64
    /// How many photos are shown.
    let photoCount: Int
    /// The photo that stands for the place; nil if it has none.
    let cover: PlaceSummary.Cover?

    init(_ place: Place, _ summary: PlaceSummary) {
        recordNumber = place.objectID.recordNumber ?? 0
        name = place.name ?? ""
        source = place.source ?? ""
        hasFavorites = place.hasFavorites
        rowVersion = place.rowVersion
        photoCount = summary.photoCount
        cover = summary.cover
    }

    var title: String { name }

    /// The place for programs.
    var json: JSONValue {
        .object([
            ("id", .int(recordNumber)), ("name", .string(name)), ("source", .string(source)),
            ("hasFavorites", .bool(hasFavorites)), ("photos", .int(photoCount)),
            ("version", .int(rowVersion)),
        ])
    }

    /// The columns of a list for spreadsheets.
    static let csvColumns = ["id", "name", "source", "hasFavorites", "photos"]

    /// The cells of the place, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(name), .plain(source),
            .plain(hasFavorites ? "yes" : "no"), .int(photoCount),
        ]
    }
}
