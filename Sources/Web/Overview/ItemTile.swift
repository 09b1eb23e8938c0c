/// An item as a picture with its name.
struct ItemTile: Sendable {
    var name: String
    /// `$1,480`, or empty.
    var value: String
    var thumbnailPath: String
    var path: String
}
