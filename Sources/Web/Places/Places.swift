import Domain
import Persistence

/// The places of photos: folders of the owner, and places of photo services.
struct Places: ListedResource {
    typealias IndexPage = PlaceIndexPage

    let site: Site
    let view: PlaceView
    /// The states of the sources.
    let sources: PhotoSourceStates

    var paths: ResourcePaths {
        ResourcePaths(view == .all ? .places : .favorites)
    }

    var place: ResourcePlace {
        ResourcePlace(section: .places, subsection: view == .all ? .places : .favorites)
    }

    let entities: Set<EntityName>? = [.photo, .place]
    /// Only folders can be created here; services have their own places.
    var hasForm: Bool { view == .all }

    /// The page shows which sources failed.
    var cacheVariant: String { view == .all ? sources.failures.joined(separator: "\n") : "" }

    var words: ResourceWords {
        switch view {
        case .all:
            ResourceWords(
                one: "album", many: "albums", title: "Albums", icon: "i-pin",
                emptyHeading: "Where you have been",
                emptyText: "An album holds the photographs of one place.")
        case .favorites:
            ResourceWords(
                one: "album", many: "albums", title: "Favorites", icon: "i-pin",
                emptyHeading: "No favorites yet",
                emptyText: "Open a photo and mark it; its album is listed here then.")
        }
    }

    var list: ListDescription {
        ListDescription(
            filters: [
                view == .all
                    ? .init(
                        name: "hasFavorites", label: "With favorites",
                        kind: .choice(["yes", "no"]))
                    : .init(name: "show", label: "Show", kind: .choice(["favorites", "all"]))
            ],
            example: "photos.@count > 10 AND hasFavorites == YES",
            orders: .byName(),
            columns: [ListColumn(label: "Album", kind: .name, sort: "name", isDefault: true)],
            chips: [
                view == .all
                    ? .init("With favorites", "hasFavorites", "yes")
                    : .init("All that were viewed", "show", "all")
            ])
    }
}

// MARK: - The list

extension Places {
    func request(_ list: ListRequest) -> FetchRequest<Place> {
        var places = PlaceQuery()
        places.search = list.query.search
        places.predicate = list.predicate
        places.sortDescriptors = sortDescriptors(of: list)
        switch view {
        case .all: places.hasFavorites = list.query.flag("hasFavorites")
        case .favorites:
            let isAll = list.query.filter("show") == "all"
            places.wasViewed = isAll
            places.hasFavorites = isAll ? nil : true
        }
        return places.fetchRequest
    }

    func values(_ records: [Place], in context: ManagedObjectContext) throws -> [PlaceValues] {
        let summaries = try PlaceSummary.all(of: records, in: context)
        return records.map {
            PlaceValues(record: $0, summary: summaries[$0.savedNumber] ?? PlaceSummary())
        }
    }

    var members: [RecordMember<PlaceValues>] {
        [
            .text("name") { $0.title },
            .word("source") { $0.record.source },
            .flag("hasFavorites") { $0.record.hasFavorites },
            .count("photos") { $0.summary.photoCount },
        ]
    }

    func index(
        _ page: RecordIndexPage, _ records: [PlaceValues], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> PlaceIndexPage {
        var page = PlaceIndexPage(page)
        page.rows = records.map { PlaceRow($0, list.request.query, self) }
        page.summary = words.count(list.total)
        if view == .all { page.add(sources) }
        if view == .favorites { page.list.emptyPostPath = links(.photoFavorite(0)) }
        if view == .all, !list.request.query.isFiltered, list.total == 0,
            let folder = try Place.find("", of: PhotoFolder.sourceName, in: context),
            let number = folder.objectID.recordNumber
        {
            page.begin(at: number, links)
        }
        return page
    }

    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) -> PlaceIndexPage {
        PlaceIndexPage(page)
    }
}

/// A place with its visible photos.
struct PlaceValues: RecordHolder {
    let record: Place
    let summary: PlaceSummary

    var title: String { record.name ?? "" }
}
