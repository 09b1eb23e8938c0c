import Mustache

/// The field that looks for words in a list.
struct ListSearch: Sendable {
    /// Where it leads, by GET.
    var path: String
    /// Label and placeholder: `Search items`.
    var label: String
    var text = ""
    /// Order and filters, which a search keeps.
    var keeps: [HiddenField] = []
}

extension ListSearch {
    /// The field of a view of a list.
    ///
    /// - Parameter many: what the list has: `items`.
    init(_ query: ListQuery, of list: SitePath, _ many: String, _ links: SiteLinks) {
        self.init(
            path: links(list), label: "Search \(many)", text: query.search,
            keeps: query.at(page: 1).parameters.filter { $0.name != "q" }.map(HiddenField.init))
    }
}

extension ListSearch: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "path": path
        case "label": label
        case "text": text
        case "keeps": keeps
        default: nil
        }
    }
}
