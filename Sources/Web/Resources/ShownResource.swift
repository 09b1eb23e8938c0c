import Hummingbird
import Persistence

/// Records of one kind with a list, and a page for each of them.
protocol ShownResource: ListedResource {
    /// The page of one record. Default: the one that records have in common, with what their fields say.
    associatedtype ShowPage: TemplatePage = RecordShowPage

    /// The way up from a page about a record. Default: the list.
    var crumbs: [PathLink] { get }
    /// The way up from a page below a record, but for the record. Default: as from the record.
    func crumbs(above values: Values) -> [PathLink]
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

    func crumbs(above values: Values) -> [PathLink] { crumbs }

    func notices(for request: Request) -> [Notice] {
        site.notices(for: request, of: words.one)
    }

    /// What surrounds a page that stands below the list, or below a record.
    func layout(
        _ title: String, about values: Values? = nil, notices: [Notice] = []
    ) -> LayoutPage {
        let way = values.map { values in
            crumbs(above: values) + [PathLink(label: values.title, path: links(path(of: values)))]
        }
        return site.layout(
            title: title, section: place.section, topic: place.topic ?? place.subsection.topic,
            crumbs: way ?? crumbs, notices: notices)
    }
}
