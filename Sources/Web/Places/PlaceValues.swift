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
}
