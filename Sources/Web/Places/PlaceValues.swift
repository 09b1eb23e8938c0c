import Domain
import Persistence

/// A place with its photos that are shown.
struct PlaceValues: RecordHolder {
    let record: Place
    let summary: PlaceSummary

    var title: String { record.name ?? "" }
}
