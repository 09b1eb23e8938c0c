import Domain

/// What people call the records of a resource.
struct ResourceWords: Sendable {
    /// One of them: `product`.
    var one: String
    /// Several of them: `products`.
    var many: String
    /// The heading of the list: `Products`.
    var title: String
    /// The name of their icon in the file of icons.
    var icon: String
    /// Where a search looks, behind “No product has “x” in”.
    var searched: String
    /// What the list says when there is nothing in it yet.
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

    /// - Parameter description: says what one of them and several are called.
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

/// What is told on the page that follows a change. Default: that the record was added, saved, deleted.
struct ResourceAnnouncements: Sendable {
    var added = Announcement.recordAdded
    var saved = Announcement.recordSaved
    var deleted = Announcement.recordDeleted
    /// Said when a deletion was taken back.
    var restored = Announcement.recordRestored
}
