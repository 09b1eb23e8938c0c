import Domain
import Persistence

/// A resource that is a section by itself. The rest of the section's description follows from it:
/// its routes, the search, the list of changes, its part of the overview, and the link that shares
/// its list.
///
/// ```swift
/// SectionDescription(of: Vehicles.self)
/// ```
protocol SectionResource: Resource where Record: DescribedRecord {
    static var section: Section { get }
    static var words: ResourceWords { get }
    static var paths: ResourcePaths { get }

    init(site: Site)
}

extension SectionResource {
    var words: ResourceWords { Self.words }
    var paths: ResourcePaths { Self.paths }
    var place: ResourcePlace {
        ResourcePlace(
            section: Self.section, subsection: Subsection(Self.words.title, Self.paths.list))
    }
    var keepsDeletions: Bool { true }
}

extension SectionDescription {
    /// The section of a resource.
    ///
    /// - Parameter model: its model, if it is not the household's.
    init<Kind: SectionResource>(of kind: Kind.Type, model: SectionModel? = nil) {
        self.init(
            section: Kind.section, model: model,
            parts: [
                SectionPart(
                    Kind.section, below: Kind.paths.list, search: Kind.words.title, isShared: true
                ) { Kind(site: $0.site) }
            ],
            overview: { site, context in
                OverviewPart(
                    Kind.words, Kind.paths, site,
                    count: try context.count(for: FetchRequest<Kind.Record>()))
            })
    }
}

extension OverviewPart {
    /// The number of records, or how to begin.
    fileprivate init(_ words: ResourceWords, _ paths: ResourcePaths, _ site: Site, count: Int) {
        let list = site.links(paths.list)
        self.init(
            title: words.title, path: list, hasRecords: count > 0,
            figures: [
                Figure(count, words.one, words.many, at: list)
            ],
            links: [], hint: words.emptyText, startPath: site.links(paths.new),
            startLabel: "Add a \(words.one)")
    }
}
