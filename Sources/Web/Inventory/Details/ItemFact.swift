/// Something that is known of an item, on its page.
struct ItemFact: Sendable {
    var label: String
    var text: String = ""
    /// Where it leads, a part each.
    var links: [Part] = []

    /// A link, with what stands before it.
    struct Part: Sendable {
        var lead: String
        var link: PathLink
    }
}
