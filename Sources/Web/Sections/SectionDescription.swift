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
