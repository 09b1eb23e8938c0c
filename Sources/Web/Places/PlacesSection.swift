import Domain
import Persistence

extension Section {
    static let places = Section(
        "places", "Photos", icon: "i-pin", root: .places,
        subsections: [.places, .favorites, .recents], topic: .places)
}

extension Subsection {
    static let places = Subsection("Albums", .places)
    static let favorites = Subsection("Favorites", .favorites)
    static let recents = Subsection("Recents", .recents)
}

extension SectionDescription {
    static let places = SectionDescription(
        section: .places, parts: [albums, photos],
        imports: [
            .places: ImportKindPages(
                list: .places,
                hint: "Adds albums, which are folders of photographs, matched by name.")
        ], overview: { try overview($0, $1) })

    private static let albums = SectionPart(
        provider: { PlacesController(album: $0.album) },
        activity: [
            .place: ActivitySource(.places, "place") { (place: Place) in
                (place.name ?? "", .place(place.savedNumber))
            }
        ],
        search: [
            SearchSource("Place", section: .places, "Albums", list: .places) { (place: Place) in
                SearchHit(label: place.name ?? "", path: .place(place.savedNumber))
            }
        ],
        sharedLists: [.places: { $0.album.places(.all) }])

    private static let photos = SectionPart(
        provider: { PhotosController(album: $0.album) },
        activity: [
            .photo: ActivitySource(.places, "photo") { (photo: Photo) in
                (photo.title ?? "", .photo(photo.savedNumber))
            }
        ],
        search: [
            SearchSource(.photo, section: .places, "Photos", list: nil) { (photo: Photo) in
                SearchHit(
                    label: photo.title ?? "", detail: photo.place?.name ?? "",
                    thumbnail: .photoThumbnail(photo.savedNumber, version: photo.version),
                    path: .photo(photo.savedNumber))
            }
        ])

    private static func overview(
        _ site: Site, _ context: ManagedObjectContext
    ) throws -> OverviewPart {
        let links = site.links
        var latest = PhotoQuery()
        latest.sortDescriptors = [FetchSortDescriptor("addedAt", ascending: false)]
        var request = try latest.fetchRequest(context.coordinator)
        let photoCount = try context.count(for: request)
        request.fetchLimit = 6
        let photos = try context.fetch(request).map {
            PhotoRow($0, Photos(site: site, view: .place(0)))
        }
        let placeCount = try context.count(for: PlaceQuery().fetchRequest)
        var favorites = PlaceQuery()
        favorites.hasFavorites = true
        let favoriteCount = try context.count(for: favorites.fetchRequest)
        return OverviewPart(
            title: Section.places.label, path: links(.places), hasRecords: photoCount > 0,
            figures: [
                Figure(photoCount, "photo", "photos", at: links(.places)),
                Figure(placeCount, "album", "albums", at: links(.places)),
                Figure(favoriteCount, "with favorites", at: links(.favorites)),
            ],
            links: [], photos: photos,
            hint: "Photographs, in an album for each place.", startPath: links(.places),
            startLabel: "Add photos")
    }
}
