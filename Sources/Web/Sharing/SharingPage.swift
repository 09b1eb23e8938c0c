import Domain
import Foundation
import Hummingbird

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
        _ refusal: ValidationErrors?, text: (_ address: String) -> String
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

/// The form of a new link with its input.
struct SharingForm: Sendable {
    var name = ""
    /// The list's address as in its page.
    var list: String
    /// The last day; a month from today by default.
    var until = "\(CalendarDay.today().adding(days: 30))"

    init(list: String? = nil) {
        self.list = list ?? SitePath.items.path
    }

    init(_ form: FormData) {
        self.init(list: form["list"])
        name = form["name"] ?? ""
        until = form["until"] ?? until
    }

    /// The list's address on the site, and the expiry.
    ///
    /// - Throws: ``ValidationErrors`` for invalid input.
    func checked(_ site: Site, _ lists: SharedLists) throws -> (address: String, end: Date) {
        var faults: [FieldError] = []
        var end = Date.distantPast
        do {
            end = try CalendarDay(parsing: until).end()
        } catch {
            faults.append(
                FieldError(
                    field: "until", label: "Until",
                    message: until.isEmpty ? "enter a value" : error.description))
        }
        if SharedCalendar.isMeant(by: list, site), faults.isEmpty {
            return (SitePath.careCalendar.path, end)
        }
        let address =
            lists.resource(at: list)?.sharedAddress(list) ?? SharedReport.address(list, site)
            ?? addressOfItems(lists)
        if address == nil {
            faults.append(
                FieldError(
                    field: "list", label: "List",
                    message: "this list cannot be shared; press “Share” on one that can"))
        }
        guard faults.isEmpty, let address else { throw ValidationErrors(faults: faults) }
        return (address, end)
    }

    private func addressOfItems(_ lists: SharedLists) -> String? {
        guard let items = lists.request(forItemsAt: list), items.faults.isEmpty else { return nil }
        return items.query.at(page: 1).address(of: .items).path
    }
}
