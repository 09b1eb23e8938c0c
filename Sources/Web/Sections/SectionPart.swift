import Domain
import Persistence

/// A part of a section: a resource or a controller, with everything that the rest of the
/// application knows of its records.
///
/// ```swift
/// SectionPart(.inventory, below: .tags, search: "Tags", isShared: true) {
///     Tags(inventory: $0.inventory)
/// }
/// ```
struct SectionPart: Sendable {
    /// The routes of its addresses.
    let provider: @Sendable (SiteParts) -> any RouteProvider
    /// The words for its records in the list of changes.
    var activity: [EntityName: ActivitySource] = [:]
    /// Its searches.
    var search: [SearchSource] = []
    /// The addresses of the lists of its records.
    var lists: [EntityName: SitePath] = [:]
    /// The lists that can be shared by a link. None of them names a customer.
    var sharedLists: [SitePath: @Sendable (SiteParts) -> any ListedResource] = [:]
}

extension SectionPart {
    /// A resource with described records.
    ///
    /// - Parameters:
    ///   - list: the address of its list, below which are the pages of its records.
    ///   - key: the attribute that names a record in the list of changes. Default: its title.
    ///   - heading: the heading of its records among the results of a search; nil, the default, if
    ///     they are not searched for.
    ///   - detail: what distinguishes records of the same title there.
    ///   - isShared: whether its list can be shared by a link. Default: no.
    init<Kind: Resource>(
        _ section: Section, below list: SitePath, named key: String? = nil,
        search heading: String? = nil,
        detail: @escaping @Sendable (Kind.Record) -> String? = { _ in nil },
        isShared: Bool = false, _ resource: @escaping @Sendable (SiteParts) -> Kind
    ) where Kind.Record: DescribedRecord {
        let description = Kind.Record.description
        let named: ActivitySource =
            if let key {
                ActivitySource(section, description, by: key, below: list)
            } else {
                ActivitySource(section, description.one) { (record: Kind.Record) in
                    (try record.recordTitle, ResourcePaths(list).record(record.savedNumber))
                }
            }
        self.init(
            provider: resource, activity: [description.entity: named],
            lists: [description.entity: list])
        if let heading {
            search = [
                SearchSource(
                    of: Kind.Record.self, section: section, heading, list: list, detail: detail)
            ]
        }
        if isShared { sharedLists = [list: resource] }
    }
}
