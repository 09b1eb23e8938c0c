import Domain
import Foundation

/// A list of records other than items for the recipients of a link: texts without links.
struct SharedTablePage: TemplatePage {
    static let template = "sharing/table"

    var layout: LayoutPage
    /// The recipient or purpose.
    var name: String
    /// The totals: `12 books`.
    var totals: String
    var until: String
    var heads: [String]
    var rows: [Entry]
    var previousPath: String
    var nextPath: String

    struct Entry: Sendable {
        var name: String
        /// The text under the name.
        var small: String
        var cells: [String]
    }
}

extension SharedTablePage {
    init(
        rows: [ListRow], columns: [ListColumn], _ query: ListQuery, total: Int, words: String,
        _ link: SharedLink, _ secret: String, _ site: Site
    ) {
        let own = SitePath.sharedList(secret)
        func path(_ page: Int) -> String { site.links(own.query([("page", "\(page)")])) }
        let rows = rows.map { Entry($0, columns) }
        self.init(
            layout: site.layout(title: link.name, topic: .people), name: link.name, totals: words,
            until: DateText.long(link.expires - 1),
            heads: columns.filter(\.isShared).map(\.label), rows: rows,
            previousPath: query.page > 1 ? path(query.page - 1) : "",
            nextPath: query.offset + rows.count < total ? path(query.page + 1) : "")
    }
}

extension SharedTablePage.Entry {
    fileprivate init(_ row: ListRow, _ columns: [ListColumn]) {
        let small = [row.pill, row.small].filter { !$0.isEmpty }.joined(separator: ", ")
        // The first column is that of the name.
        let cells = zip(columns.dropFirst(), row.cells).filter(\.0.isShared).map(\.1.words)
        self.init(name: row.name, small: small, cells: cells)
    }
}

extension ListCell {
    /// The text of the cell, without links.
    fileprivate var words: String {
        guard let part = parts.first else { return text }
        return part.bar.isEmpty ? part.text : part.bar + " %"
    }
}
