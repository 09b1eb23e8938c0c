import Domain

/// The words for the records of a resource.
struct ResourceWords: Sendable {
    /// One of them: `product`.
    var one: String
    /// Several of them: `products`.
    var many: String
    /// The heading of the list: `Products`.
    var title: String
    /// The name of their icon in the file of icons.
    var icon: String
    /// The searched texts, after “No product has “x” in”.
    var searched: String
    /// The heading of the empty state.
    var emptyHeading: String
    var emptyText: String

    init(
        one: String, many: String, title: String? = nil, icon: String,
        searched: String = "its name", emptyHeading: String, emptyText: String
    ) {
        self.one = one
        self.many = many
        self.title = title ?? FormText.capitalized(many)
        self.icon = icon
        self.searched = searched
        self.emptyHeading = emptyHeading
        self.emptyText = emptyText
    }

    /// - Parameter description: has the words for one record and for several.
    init(
        _ description: RecordDescription, title: String? = nil, icon: String,
        searched: String = "its name", emptyHeading: String, emptyText: String
    ) {
        self.init(
            one: description.one, many: description.many, title: title, icon: icon,
            searched: searched, emptyHeading: emptyHeading, emptyText: emptyText)
    }

    /// `12 products`.
    func count(_ count: Int) -> String { ItemCount.text(count, one, many) }
}

/// The messages after changes. Default: that the record was added, saved, deleted.
struct ResourceMessages: Sendable {
    var added = FlashMessage.recordAdded
    var saved = FlashMessage.recordSaved
    var deleted = FlashMessage.recordDeleted
    /// The flash message of an undone deletion.
    var restored = FlashMessage.recordRestored
    /// The flash message when copies are taken back.
    var copiesRemoved = FlashMessage.copiesRemoved
}
