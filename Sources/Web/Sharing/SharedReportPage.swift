import Domain
import Foundation

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
                    Self.row($0, report.currency, scope, link, secret, site.links)
                }
            }, isEmpty: report.entries.isEmpty)
    }

    /// The row of an item, without a link to its page.
    private static func row(
        _ entry: InventoryReport.Entry, _ currency: Currency, _ scope: ReportScope,
        _ link: SharedLink, _ secret: String, _ links: SiteLinks
    ) -> ReportPage.Row {
        var row = ReportPage.Row(entry, scope, links, in: currency)
        row.path = ""
        // The table has three columns at all widths.
        row.facts.append("Evidence \(row.score)")
        if !row.thumbnailPath.isEmpty {
            row.thumbnailPath = links(SharedItems.thumbnail(entry.item, link, secret))
        }
        return row
    }
}
