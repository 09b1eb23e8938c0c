/// A tag on the page of an item.
struct ItemTag: Sendable {
    var name: String
    var color: String
    /// The items with it.
    var path: String
}
