import Domain
import Foundation

/// The links by which lists are shared, with a form for one more.
struct SharingPage: TemplatePage {
    static let template = "sharing/index"

    var layout: LayoutPage
    var links: [LinkRow]
    var hasLinks: Bool
    /// A link that was just made.
    var isNew = false
    var newName = ""
    /// Its address, shown this once.
    var newAddress = ""
    var path: String
    var list: FormField
    /// What the list is narrowed by, in the words of its address; `All items` for all of it.
    var listText: String
    var name: FormField
    var until: FormField
    var summary: FaultSummary

    /// A link.
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
        _ refusal: FormRefusal?
    ) {
        let links = people.links
        let now = people.site.configuration.now()
        self.init(
            layout: people.site.layout(
                title: "Share a list", section: .inventory, topic: .sharing,
                crumbs: [PathLink(label: "Items", path: links(.items))], notices: notices),
            links: all.map { LinkRow($0, links, now) }, hasLinks: !all.isEmpty,
            path: links(.sharing),
            list: FormField(form.list, fault: refusal?.message(for: "list")),
            listText: Self.text(of: form.list),
            name: FormField(form.name, fault: refusal?.message(for: "name")),
            until: FormField(form.until, fault: refusal?.message(for: "until")),
            summary: refusal?.summary ?? FaultSummary())
    }

    /// Shows a link that was just made.
    mutating func show(_ link: SharedLink, _ address: String) {
        isNew = true
        newName = link.name
        newAddress = address
    }

    /// What a list is narrowed and sorted by.
    fileprivate static func text(of address: String) -> String {
        if address.hasSuffix(SitePath.careCalendar.path) { return "The calendar of what is due" }
        let words = SharedLists.words(address)
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first else {
            return "All \(words)"
        }
        let fields = (try? QueryText.decode(query.utf8)) ?? []
        let parts = fields.filter { !$0.value.isEmpty }.map { "\(label(of: $0.name)) \($0.value)" }
        return parts.isEmpty
            ? "All \(words)"
            : "\(FormText.capitalized(words)) with " + parts.joined(separator: ", ")
    }

    /// What people call a parameter of the list.
    private static func label(of parameter: String) -> String {
        switch parameter {
        case "q": "the words"
        case "sort": "the order of"
        default:
            ItemListRequest.parameters.filters.first { $0.name == parameter }?.label.lowercased()
                ?? parameter
        }
    }
}

extension SharingPage.LinkRow {
    init(_ link: SharedLink, _ links: SiteLinks, _ now: Date) {
        let end = DateText.long(link.expires - 1)
        self.init(
            name: link.name, listPath: links.basePath.path + link.address,
            listText: SharingPage.text(of: link.address),
            times: (link.expires > now ? "Until \(end)" : "Ended \(end)")
                + ", by \(link.account.name)",
            hasEnded: link.expires <= now, deletePath: links(.endSharing(link.id.uuidString)))
    }
}
