import Domain
import Foundation

/// The shared links, with a form for a new one.
struct SharingPage: TemplatePage {
    static let template = "sharing/index"

    var layout: LayoutPage
    var links: [LinkRow]
    /// A link that was just created.
    var isNew = false
    var newName = ""
    /// Its address, shown only once.
    var newAddress = ""
    var path: String
    var list: FormField
    /// The list with its filters in words; `All items` without filters.
    var listText: String
    var name: FormField
    var until: FormField
    var summary: FaultSummary

    struct LinkRow: Sendable {
        var name: String
        var listPath: String
        var listText: String
        var times: String
        var hasEnded: Bool
        var deletePath: String
    }
}

extension SharingPage {
    init(
        _ people: People, _ all: [SharedLink], _ form: SharingForm, _ notices: [Notice],
        _ refusal: FormRefusal?, text: (_ address: String) -> String
    ) {
        let links = people.links
        let now = people.site.configuration.now()
        self.init(
            layout: people.site.layout(
                title: "Share a list", section: .inventory, topic: .sharing,
                crumbs: [PathLink(label: "Items", path: links(.items))], notices: notices),
            links: all.map { LinkRow($0, text($0.address), links, now) },
            path: links(.sharing),
            list: FormField(form.list, fault: refusal?.message(for: "list")),
            listText: text(form.list),
            name: FormField(form.name, fault: refusal?.message(for: "name")),
            until: FormField(form.until, fault: refusal?.message(for: "until")),
            summary: refusal?.summary ?? FaultSummary())
    }

    /// Shows a link that was just created.
    mutating func show(_ link: SharedLink, _ address: String) {
        isNew = true
        newName = link.name
        newAddress = address
    }
}

extension SharingPage.LinkRow {
    init(_ link: SharedLink, _ text: String, _ links: SiteLinks, _ now: Date) {
        let end = DateText.long(link.expires - 1)
        self.init(
            name: link.name, listPath: links.basePath.path + link.address,
            listText: text,
            times: (link.expires > now ? "Until \(end)" : "Ended \(end)")
                + ", by \(link.account.name)",
            hasEnded: link.expires <= now, deletePath: links(.endSharing(link.id.uuidString)))
    }
}
