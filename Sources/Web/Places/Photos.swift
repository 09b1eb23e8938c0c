import Domain
import Foundation
import Persistence

/// The photos of a place, or the recently viewed ones.
struct Photos: ShownResource {
    typealias IndexPage = PhotoIndexPage

    let site: Site
    /// The selection of photos.
    let view: PhotoView

    var paths: ResourcePaths { ResourcePaths(view.address, records: .photos) }

    var place: ResourcePlace {
        switch view {
        case .place: ResourcePlace(section: .places, subsection: .places)
        case .favorites: ResourcePlace(section: .places, subsection: .favorites)
        case .recents: ResourcePlace(section: .places, subsection: .recents)
        }
    }

    let entities: Set<EntityName>? = [.photo, .place]
    let prefetching = ["place"]

    /// The recently viewed photos depend on the time, to the minute.
    var cacheVariant: String {
        guard view == .recents else { return "" }
        return "\(Int(site.household.now().timeIntervalSince1970 / 60))"
    }

    var words: ResourceWords {
        let (title, heading, text) =
            switch view {
            case .place:
                ("Photos", "No photos here yet", "The photos of this album are listed here.")
            case .favorites:
                ("Favorites", "No favorites here", "Open a photo of this album and mark it.")
            case .recents:
                (
                    "Recents", "Nothing viewed lately",
                    "Photos that you open are listed here for 48 hours."
                )
            }
        return ResourceWords(
            one: "photo", many: "photos", title: title, icon: "i-photo",
            searched: "its title, camera or album", emptyHeading: heading, emptyText: text)
    }

    var list: ListDescription {
        let isFavorite = ListParameters.Filter(
            name: "isFavorite", label: "Favorites", kind: .choice(["yes", "no"]))
        let (filter, chips): (ListParameters.Filter, [ListDescription.Chip]) =
            switch view {
            case .favorites:
                (
                    .init(name: "show", label: "Show", kind: .choice(["favorites", "all"])),
                    [.init("All photos of this album", "show", "all")]
                )
            case .place: (isFavorite, [.init("Favorites", "isFavorite", "yes")])
            case .recents: (isFavorite, [])
            }
        return ListDescription(
            parameters: ListParameters(
                sortKeys: ["title", "takenAt", "addedAt", "lastViewed"], filters: [filter]),
            example: "camera CONTAINS \"Acme\" AND isFavorite == YES", orders: orders,
            columns: [ListColumn(label: "Photo", kind: .name, sort: "title", isDefault: true)],
            columnPaths: ["place": "place.name"], chips: chips)
    }

    private var orders: [(label: String, sort: SortOrder)] {
        let orders: [(label: String, sort: SortOrder)] = [
            ("Title", SortOrder("title")), ("Title, from Z", SortOrder("title", ascending: false)),
            ("Oldest first", SortOrder("takenAt")),
            ("Newest first", SortOrder("takenAt", ascending: false)),
            ("Recently added", SortOrder("addedAt", ascending: false)),
        ]
        guard view == .recents else { return orders }
        return [("Recently viewed", SortOrder("lastViewed", ascending: false))] + orders
    }
}

// MARK: - The list

extension Photos {
    func checkOwner(in context: ManagedObjectContext) throws {
        guard let number = view.place else { return }
        _ = try context.existing(Place.self, number, "album")
    }

    func request(_ list: ListRequest) throws -> FetchRequest<Photo> {
        try query(list).fetchRequest(site.household.container.coordinator)
    }

    func count(of list: ListRequest, in context: ManagedObjectContext) throws -> Int {
        try context.count(for: request(list))
    }

    /// The photos that an address selects.
    private func query(_ list: ListRequest) -> PhotoQuery {
        var photos = PhotoQuery()
        photos.search = list.query.search
        photos.predicate = list.predicate
        photos.place = view.place
        // Titles have an index in the order of their bytes.
        photos.sortDescriptors =
            list.query.sort.flatMap {
                $0.attribute == "title"
                    ? [FetchSortDescriptor($0.attribute, ascending: $0.isAscending)] : nil
            } ?? sortDescriptors(of: list)
        switch view {
        case .place: photos.isFavorite = list.query.flag("isFavorite")
        case .favorites: photos.isFavorite = list.query.filter("show") == "all" ? nil : true
        case .recents:
            photos.isFavorite = list.query.flag("isFavorite")
            photos.recentAt = site.household.now()
        }
        return photos
    }

    func values(
        _ records: [Photo], in context: ManagedObjectContext
    ) -> [DescribedValues<Photo>] {
        records.map { DescribedValues(record: $0, title: $0.title ?? "") }
    }

    /// The members that tables have too.
    var members: [RecordMember<DescribedValues<Photo>>] {
        [
            .text("title") { $0.title },
            .record("place") { ($0.place?.savedNumber ?? 0, $0.place?.name ?? "") },
            .word("source") { $0.source },
            .word("takenAt") { $0.takenAt.map(ISO8601Text.capture) },
            .text("camera") { $0.camera }, .count("width") { Int($0.width) },
            .count("height") { Int($0.height) },
            .integer("byteCount") { $0.byteCount },
            .instant("addedAt") { $0.addedAt },
            .instant("lastViewed") { $0.lastViewed },
            .flag("isFavorite") { $0.isFavorite },
        ]
    }

    var schema: JSONSchema { Photo.schema }

    func json(_ photo: DescribedValues<Photo>) throws -> JSONValue {
        .object(
            try documentMembers(photo) + [
                ("latitude", photo.latitude.map { .double($0) } ?? .null),
                ("longitude", photo.longitude.map { .double($0) } ?? .null),
            ])
    }

    /// Lists leave out the position, because they are passed on.
    func listedJSON(_ photo: DescribedValues<Photo>) throws -> JSONValue {
        .object(try documentMembers(photo))
    }

    private func documentMembers(
        _ photo: DescribedValues<Photo>
    ) throws -> [(name: String, value: JSONValue)] {
        try members.json(of: photo) + [
            ("problem", .string(photo.problem)), ("version", .int(photo.rowVersion)),
            ("image", .string(links(.photoImage(photo.recordNumber)))),
            ("thumbnail", .string(photo.record.thumbnailPath(links))),
        ]
    }

    func index(
        _ page: RecordIndexPage, _ records: [DescribedValues<Photo>], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> PhotoIndexPage {
        var page = PhotoIndexPage(page)
        page.rows = records.map { PhotoRow($0.record, self) }
        switch view {
        case .place: break
        case .favorites: page.list.emptyPostPath = links(.photoFavorite(0))
        case .recents: page.list.emptyPostPath = links(.photoViews(0))
        }
        guard let number = view.place else { return page }
        let place = try context.existing(Place.self, number, "album")
        page.show(place.name ?? "", list.request, self)
        if case .place = view, place.source == PhotoFolder.sourceName {
            page.upload = UploadForm(albumNumbered: number, site)
        }
        return page
    }

    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) -> PhotoIndexPage {
        PhotoIndexPage(page)
    }
}

// MARK: - One photo

extension Photos {
    /// A file that is not a usable picture counts as missing.
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Photo {
        guard let photo = try Photo.find(number, in: context), photo.isPicture else {
            throw SiteError.notFound("There is no such photo")
        }
        return photo
    }

    func show(
        _ record: Photo, notices: [Notice], in context: ManagedObjectContext
    ) throws -> PhotoShowPage {
        try PhotoShowPage(record, self, notices: notices, in: context)
    }
}

extension Photo {
    /// The address of the thumbnail, which changes with the image.
    func thumbnailPath(_ links: SiteLinks) -> String {
        links(.photoThumbnail(savedNumber, version: version))
    }

    /// The schema of a photo as JSON. Lists leave out the position.
    static let schema = JSONSchema.members(
        "id title place source takenAt camera width height byteCount addedAt lastViewed isFavorite "
            + "problem version image thumbnail latitude? longitude?")
}
