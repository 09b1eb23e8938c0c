import Domain
import Persistence

/// A place with its visible photos.
struct PlaceValues: RecordHolder {
    let record: Place
    let summary: PlaceSummary

    var title: String { record.name ?? "" }
}
