import Domain

/// The lists that links can share besides items, the report and the calendar: those without
/// customers.
struct SharedLists: Sendable {
    let inventory: Inventory
    private let resources: [any ListedResource]

    init(_ parts: SiteParts) {
        inventory = parts.inventory
        resources = parts.site.catalog.descriptions.flatMap { description in
            description.sharedLists.values.map { $0(parts) }
        }
    }

    /// The list of an address; nil if it is none of these.
    func resource(at address: String) -> (any ListedResource)? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return resources.first {
            path == $0.paths.list.path || path == $0.links($0.paths.list)
        }
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
            return request.map { ($0.query, resource.list.parameters) }
        }
        if let report = SharedReport.request(address, site) {
            return (report.query, ReportRequest.parameters)
        }
        let items = SharedItems.request(address, page: nil, site)
        return items.map { ($0.query, ItemListRequest.parameters) }
    }

    /// The records of a list in words: `book categories`.
    static func words(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return (path.split(separator: "/").last.map(String.init) ?? "items")
            .replacing("-", with: " ")
    }
}

/// The calendar of due tasks as a shared link.
enum SharedCalendar {
    /// Whether an address is that of the calendar.
    static func isMeant(by address: String, _ site: Site) -> Bool {
        address == SitePath.careCalendar.path || address == site.links(.careCalendar)
    }
}
