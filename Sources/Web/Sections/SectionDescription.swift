import Domain
import Persistence

/// The description of a section: everything that the application needs to know about it.
/// ``SectionCatalog`` has those of all sections.
struct SectionDescription: Sendable {
    /// Makes a part of the overview.
    typealias OverviewMaker = @Sendable (Site, ManagedObjectContext) throws -> OverviewPart

    let section: Section
    /// Its model, if it is not the household's.
    var model: SectionModel?
    /// Its resources and controllers, in the order in which hits of a search are shown.
    var parts: [SectionPart]
    /// The words for other records in the list of changes, such as those that belong to another one.
    var activity: [EntityName: ActivitySource] = [:]
    /// The entities that only the program uses.
    var unseen: Set<EntityName> = []
    /// The pages of its imports, where they do not follow from the list of the records.
    var imports: [ImportKind: ImportKindPages] = [:]
    /// Its part of the overview; nil for none, or for one of a different kind.
    var overview: OverviewMaker?
}

/// The dependencies that the controllers of a site share.
struct SiteParts: Sendable {
    let site: Site
    let inventory: Inventory
    let shop: Shop
    let album: PhotoAlbum

    init(_ site: Site, _ sources: PhotoSourceStates) {
        self.site = site
        inventory = Inventory(site)
        shop = Shop(site)
        album = PhotoAlbum(site: site, sources: sources)
    }
}

/// The sections of an application, and their combined descriptions.
struct SectionCatalog: Sendable {
    let descriptions: [SectionDescription]
    /// The sections, in their order; the first is the overview.
    let sections: [Section]
    /// The parts of all sections.
    let parts: [SectionPart]
    /// The words for all entities that users see.
    let activity: [EntityName: ActivitySource]
    /// The entities that only the program uses: counters, undo steps, suggestions, and former
    /// values, whose changes are listed with their records.
    let unseen: Set<EntityName>
    /// All searches, in the order of the sections.
    let search: [SearchSource]
    let sharedPaths: Set<SitePath>
    /// The addresses of the lists of entities.
    let lists: [EntityName: SitePath]
    let imports: [ImportKind: ImportKindPages]

    /// The sections of every household.
    static let standard = SectionCatalog([
        .overview, .inventory, .sales, .groceries, .books, .places,
    ])

    init(_ descriptions: [SectionDescription]) {
        self.descriptions = descriptions
        sections = descriptions.map(\.section)
        parts = descriptions.flatMap(\.parts)
        activity = (descriptions.map(\.activity) + parts.map(\.activity)).reduce(into: [:]) {
            $0.merge($1) { $1 }
        }
        unseen = descriptions.reduce(into: []) { $0.formUnion($1.unseen) }
        search = parts.flatMap(\.search)
        sharedPaths = Set(parts.flatMap(\.sharedLists.keys))
        lists = parts.reduce(into: [:]) { $0.merge($1.lists) { $1 } }
        imports = descriptions.reduce(into: [:]) { $0.merge($1.imports) { $1 } }
    }

    /// The same catalog with further sections at the end.
    func adding(_ further: [SectionDescription]) -> SectionCatalog {
        further.isEmpty ? self : SectionCatalog(descriptions + further)
    }

    /// The sections that can be hidden: all except the overview.
    var choices: [Section] { sections.filter { $0 != .overview } }

    /// The section of a name, or nil.
    func section(named name: String) -> Section? { sections.first { $0.rawValue == name } }
}
