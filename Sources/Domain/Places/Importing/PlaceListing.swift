/// A place with all photos that its source lists.
struct PlaceListing: Sendable {
    var place: SourcePlace
    var photos: [SourcePhoto]
}
