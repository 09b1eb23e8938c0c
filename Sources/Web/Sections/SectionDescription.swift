import Domain
import Persistence

/// All that the application asks of a section, in one place. ``SectionCatalog`` has those of all sections.
struct SectionDescription: Sendable {
    /// Makes a part of the first page.
    typealias OverviewMaker = @Sendable (Site, ManagedObjectContext) throws -> OverviewPart

    let section: Section
    /// Its model, where this is not one of the household's own.
    var model: SectionModel?
    /// What answers its addresses.
    var providers: @Sendable (SiteParts) -> [any RouteProvider] = { _ in [] }
    /// The words for its records where it is told what became of them.
    var activity: [EntityName: ActivitySource] = [:]
    /// Entities that are of use to the program alone.
    var unseen: Set<EntityName> = []
    /// What of it is found by words, in the order in which hits are shown.
    var search: [SearchSource] = []
    /// Its part of the first page; nil for none, or for one that is unlike the others.
    var overview: OverviewMaker?
    /// The lists that can be shared by a link: those that name no customer.
    var sharedLists: [SitePath: @Sendable (SiteParts) -> any ListedResource] = [:]
}

/// What the controllers of a site have in common.
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

extension ManagedObject {
    /// The number of the record; 0 before it is saved.
    var savedNumber: Int64 { objectID.recordNumber ?? 0 }
}

/// The sections of an application, and what follows from all of them.
struct SectionCatalog: Sendable {
    let descriptions: [SectionDescription]
    /// The sections, in their order; the first page is the first.
    let sections: [Section]
    /// The words for all entities that people have to do with.
    let activity: [EntityName: ActivitySource]
    /// What is of use to the program alone: counters, steps of the undo, words that are offered, and what only
    /// keeps how something else was, which is told of where that changes.
    let unseen: Set<EntityName>
    /// All that can be found by words, in the order of the sections.
    let search: [SearchSource]
    /// The addresses of the lists that can be shared by a link.
    let sharedPaths: Set<SitePath>

    /// The sections of every household.
    static let standard = SectionCatalog([
        .overview, .inventory, .sales, .groceries, .books, .places,
    ])

    init(_ descriptions: [SectionDescription]) {
        self.descriptions = descriptions
        sections = descriptions.map(\.section)
        activity = descriptions.reduce(into: [:]) { $0.merge($1.activity) { $1 } }
        unseen = descriptions.reduce(into: []) { $0.formUnion($1.unseen) }
        search = descriptions.flatMap(\.search)
        sharedPaths = Set(descriptions.flatMap(\.sharedLists.keys))
    }

    /// The same with further sections behind them.
    func adding(_ further: [SectionDescription]) -> SectionCatalog {
        further.isEmpty ? self : SectionCatalog(descriptions + further)
    }

    /// The sections that can be put away: all but the first page.
    var choices: [Section] { sections.filter { $0 != .overview } }

    /// The section of a name, or nil.
    func section(named name: String) -> Section? { sections.first { $0.rawValue == name } }
}
