/// What people call the records of a resource.
struct ResourceWords: Sendable {
    /// One of them: `product`.
    var one: String
    /// Several of them: `products`.
    var many: String
    /// The name of their icon in the file of icons.
    var icon: String
    /// Where a search looks, behind “No product has “x” in”.
    var searched = "its name"
    /// What the list says when there is nothing in it yet.
    var emptyHeading: String
    var emptyText: String

    /// The heading of the list: `Products`.
    var title: String { FormText.capitalized(many) }

    /// `12 products`.
    func count(_ count: Int) -> String { ItemCount.text(count, one, many) }
}
