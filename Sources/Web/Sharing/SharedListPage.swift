import Domain
import Foundation

/// A list for the recipients of a link.
struct SharedListPage: TemplatePage {
    static let template = "sharing/show"

    var layout: LayoutPage
    /// The recipient or purpose.
    var name: String
    /// The totals: `12 items worth $3,400`.
    var totals: String
    var until: String
    var rows: [Row]
    var previousPath: String
    var nextPath: String

    struct Row: Sendable {
        var name: String
        var type: String
        var serialNumber: String
        var value: String
        var notes: String
        var thumbnailPath: String
    }
}

extension SharedListPage {
    init(
        _ items: [ItemValues], _ totals: ItemTotals, _ query: ListQuery, _ link: SharedLink,
        _ secret: String, _ site: Site
    ) {
        let own = SitePath.sharedList(secret)
        let rows = items.map { Row($0, link, secret, site) }
        func path(_ page: Int) -> String { site.links(own.query([("page", "\(page)")])) }
        self.init(
            layout: site.layout(title: link.name, topic: .sharing), name: link.name,
            totals:
                "\(ItemCount.text(totals.count)), \(site.worthClause(totals))",
            until: DateText.long(link.expires - 1), rows: rows,
            previousPath: query.page > 1 ? path(query.page - 1) : "",
            nextPath: query.offset + rows.count < totals.count ? path(query.page + 1) : "")
    }
}

extension SharedListPage.Row {
    init(_ item: ItemValues, _ link: SharedLink, _ secret: String, _ site: Site) {
        self.init(
            name: item.name, type: item.assetType?.text ?? "",
            serialNumber: item.serialNumber ?? "",
            value: item.value.eachText(in: site.currency), notes: item.notes ?? "",
            thumbnailPath: item.thumbnailVersion.map {
                site.links(SharedItems.thumbnail(item.key, version: $0, link, secret))
            } ?? "")
    }
}

/// The report for the recipients of a link: the items with their evidence, without the gaps.
struct SharedReportPage: TemplatePage {
    static let template = "sharing/report"

    var layout: LayoutPage
    /// The recipient or purpose.
    var name: String
    /// The day of the report: `November 23, 2026`.
    var day: String
    var owner: String
    var policies: String
    /// The summary: `12 items, worth $8,310, 72 % documented`.
    var summary: String
    var until: String
    /// The report with the originals, in a zip file.
    var archivePath: String
    var groups: [ReportPage.Group]
    var isEmpty: Bool
}

extension SharedReportPage {
    init(
        _ report: InventoryReport, _ scope: ReportScope, _ link: SharedLink, _ secret: String,
        _ site: Site
    ) {
        let policies = report.policies
        self.init(
            layout: site.layout(title: link.name, topic: .sharing), name: link.name,
            day: DayText.long(scope.day ?? .today()),
            owner: scope.owner, policies: policies,
            summary: report.summary, until: DateText.long(link.expires - 1),
            archivePath: site.links(.sharedReportArchive(secret)),
            groups: report.groups.map { group in
                ReportPage.Group(group, summary: report.summary(of: group.totals)) {
                    Self.row($0, report.currency, link, secret, site.links)
                }
            }, isEmpty: report.entries.isEmpty)
    }

    /// The row of an item, without a link to its page.
    private static func row(
        _ entry: InventoryReport.Entry, _ currency: Currency, _ link: SharedLink,
        _ secret: String, _ links: SiteLinks
    ) -> ReportPage.Row {
        var row = ReportPage.Row(entry, links, in: currency)
        row.path = ""
        // The table has three columns at all widths.
        row.facts.append("Evidence \(row.score)")
        row.thumbnailPath =
            entry.thumbnailVersion.map {
                links(SharedItems.thumbnail(entry.key, version: $0, link, secret))
            } ?? ""
        return row
    }
}

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
