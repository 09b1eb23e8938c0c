import Domain
import Foundation

/// The report, for somebody who has its link: what there is and what proves it, and not what is missing.
struct SharedReportPage: TemplatePage {
    static let template = "sharing/report"

    var layout: LayoutPage
    /// For whom it is, or what.
    var name: String
    /// `November 23, 2026`: the day of the report.
    var day: String
    var owner: String
    var policies: String
    /// `12 items, worth $8,310, 72 % documented`.
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

    /// The row of an item, whose page the link does not open.
    private static func row(
        _ entry: InventoryReport.Entry, _ currency: Currency, _ scope: ReportScope,
        _ link: SharedLink, _ secret: String, _ links: SiteLinks
    ) -> ReportPage.Row {
        var row = ReportPage.Row(entry, scope, links, in: currency)
        row.path = ""
        // There is one table for all widths, with three columns.
        row.facts.append("Evidence \(row.score)")
        if !row.thumbnailPath.isEmpty {
            row.thumbnailPath = links(SharedItems.thumbnail(entry.item, link, secret))
        }
        return row
    }
}
