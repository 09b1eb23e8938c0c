/// A place and all photos that its source lists for it.
struct PlaceListing: Sendable {
    var place: SourcePlace
    var photos: [SourcePhoto]
}
