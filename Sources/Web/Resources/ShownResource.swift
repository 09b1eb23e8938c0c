import Hummingbird
import Persistence

/// Records of one kind with a list, and a page for each of them.
protocol ShownResource: ListedResource {
    /// The page of one record.
    associatedtype ShowPage: TemplatePage

    /// The way up from a page about a record. Default: the list.
    var crumbs: [PathLink] { get }
    /// The page of a record.
    ///
    /// - Parameter notices: what the last request did.
    /// - Throws: errors of the store.
    func show(
        _ record: Record, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ShowPage
    /// What the last request did, for the page of a record. Default: its announcement.
    func notices(for request: Request) -> [Notice]
}

extension ShownResource {
    var crumbs: [PathLink] { [PathLink(label: words.title, path: links(paths.list))] }

    func notices(for request: Request) -> [Notice] { site.notices(for: request) }

    /// What surrounds a page that stands below the list, or below a record.
    func layout(
        _ title: String, about values: Values? = nil, notices: [Notice] = []
    ) -> LayoutPage {
        let record = values.map { PathLink(label: $0.title, path: links(path(of: $0))) }
        return site.layout(
            title: title, section: place.section,
            crumbs: crumbs + [record].compactMap { $0 }, notices: notices)
    }
}
