import Domain
import Foundation
import Hummingbird
import Persistence

/// The lists that links can share besides items, the report and the calendar: those without
/// customers.
struct SharedLists: Sendable {
    let inventory: Inventory
    private let resources: [any ListedResource]

    init(_ parts: SiteParts) {
        inventory = parts.inventory
        resources = parts.site.catalog.parts.flatMap { part in
            part.sharedLists.values.map { $0(parts) }
        }
    }

    /// The list of an address; nil if it is none of these.
    func resource(at address: String) -> (any ListedResource)? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return resources.first {
            path == $0.paths.list.path || path == $0.links($0.paths.list)
        }
    }

    /// The items as visitors see them.
    var items: Items { Items(inventory: inventory, isForVisitors: true) }

    /// The request in the address of the list of items; nil for another address.
    ///
    /// - Parameter page: the page. Default: that of the address.
    func request(forItemsAt address: String, page: Int? = nil) -> ListRequest? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard path == SitePath.items.path || path == items.links(.items) else { return nil }
        return items.sharedRequest(address, page: page)
    }

    /// The list with its filters in words: `Items · “lamp” · Type: Furniture`.
    func text(of address: String, _ names: ItemNames) -> String {
        if SharedCalendar.isMeant(by: address, inventory.site) {
            return "The calendar of what is due"
        }
        let words = Self.words(address)
        let parts = view(of: address).map { view in
            view.query.words(view.list, names: names.names(in: view.query))
        }
        guard let parts, !parts.isEmpty else {
            return words == "report" ? "The report" : "All \(words)"
        }
        return ([FormText.capitalized(words)] + parts).joined(separator: " · ")
    }

    /// The query in a list's address; nil if it is malformed.
    private func view(of address: String) -> (query: ListQuery, list: ListParameters)? {
        let site = inventory.site
        if let resource = resource(at: address) {
            let request = resource.sharedRequest(address, page: nil)
            return request.map { ($0.query, resource.parameters) }
        }
        if let report = SharedReport.request(address, site) {
            return (report.query, ReportRequest.parameters)
        }
        return request(forItemsAt: address).map { ($0.query, Items.list.parameters) }
    }

    /// The query in an address, without its question mark.
    fileprivate static func query(of address: String) -> String {
        String(address.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst())
    }

    /// The records of a list in words: `book categories`.
    static func words(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return (path.split(separator: "/").last.map(String.init) ?? "items")
            .replacing("-", with: " ")
    }
}

extension ListedResource {
    /// The request in a list's address; nil if it is malformed.
    ///
    /// - Parameter page: the page; nil for that of the address.
    func sharedRequest(_ address: String, page: Int?) -> ListRequest? {
        let layout = site.household.container.coordinator.layout
        // An address that is not UTF-8 is not a list.
        let read = try? ListRequest(
            query: SharedLists.query(of: address), parameters, entity: entityName, layout,
            in: currency)
        guard let read, let page else { return read }
        return sharedRequest(read.query.at(page: page).address(of: paths.list).path, page: nil)
    }

    /// The address of a view on the site, without a page; nil if it is invalid.
    func sharedAddress(_ address: String) -> String? {
        guard let request = sharedRequest(address, page: nil), request.faults.isEmpty else {
            return nil
        }
        return request.query.at(page: 1).address(of: paths.list).path
    }
}

/// The calendar of due tasks as a shared link.
enum SharedCalendar {
    /// Whether an address is that of the calendar.
    static func isMeant(by address: String, _ site: Site) -> Bool {
        address == SitePath.careCalendar.path || address == site.links(.careCalendar)
    }
}

/// The thumbnails of items behind a shared link.
enum SharedItems {
    /// The address of an item's thumbnail for a link.
    static func thumbnail(
        _ key: UUID, version: String, _ link: SharedLink, _ secret: String
    ) -> SitePath {
        .sharedThumbnail(secret, key).query([("mark", mark(link, key.uuidString, version))])
    }

    /// A signature that proves that a link contains a thumbnail: the recipient cannot make it for
    /// others.
    static func mark(_ link: SharedLink, _ key: String, _ version: String) -> String {
        var sum = FileChecksum.Sum()
        Array("\(link.id.uuidString) \(key) \(version)".utf8).withUnsafeBytes { sum.add($0) }
        return sum.checksum.description
    }
}

/// The report as a shared link.
enum SharedReport {
    /// The request in the address of a report; nil for another or malformed address.
    static func request(_ address: String, _ site: Site) -> ReportRequest? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard path == SitePath.report.path || path == site.links(.report) else { return nil }
        // An address that is not UTF-8 is not a report.
        guard let request = try? ReportRequest(query: SharedLists.query(of: address)),
            request.faults.isEmpty
        else { return nil }
        return request
    }

    /// The address of a report on the site; nil for another address.
    static func address(_ address: String, _ site: Site) -> String? {
        request(address, site)?.query.at(page: 1).address(of: .report).path
    }
}
