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
    init(_ list: ItemList, _ link: SharedLink, _ secret: String, _ site: Site) throws {
        let query = list.request.query
        let own = SitePath.sharedList(secret)
        let rows = try list.items.map {
            Row(try ItemValues($0, list.names), link, secret, site)
        }
        let totals = list.counts.totals
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
            name: item.name, type: item.assetType?.text ?? "", serialNumber: item.serialNumber,
            value: item.value.eachText(in: site.currency), notes: item.notes,
            thumbnailPath: item.hasThumbnail
                ? site.links(SharedItems.thumbnail(item, link, secret)) : "")
    }
}
