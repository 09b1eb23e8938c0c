import Domain

/// A list of places, each with a photo of it.
struct PlaceIndexPage: TemplatePage {
    static let template = "places/index"

    /// What the page has like every list.
    var list: RecordIndexPage
    var layout: LayoutPage
    /// `Places`, or `Favorites`.
    var title: String
    /// `12 places`.
    var summary: String
    var rows: [PlaceRow] = []
    /// Where the owner's photographs are, for the page that says how to begin.
    var folder = ""
    /// Which sources cannot be asked, in sentences.
    var failures: [String] = []
    /// Whether no key of Flickr's is set.
    var hasFlickrHint = false
    /// Where the first photos are added, while there are none.
    var startPath = ""
    /// Where they are posted: who may not do that is not led there.
    var startPostPath = ""
}

extension PlaceIndexPage {
    init(_ list: RecordIndexPage) {
        self.init(list: list, layout: list.layout, title: list.title, summary: list.summary)
    }

    /// Says how to begin where there are no photos: the first ones go into the folder itself.
    mutating func begin(at folder: Int64, _ links: SiteLinks) {
        list.hasChips = false
        summary = "No photos yet"
        startPath = links(.place(folder))
        startPostPath = links(.placePhotos(folder))
    }

    /// Says what is known of the sources.
    mutating func add(_ sources: PhotoSourceStates) {
        folder = sources.library.folder.path
        failures = sources.failures
        hasFlickrHint = !sources.hasServices
    }
}

/// A place in a list.
struct PlaceRow: FramedFragment {
    static let template = "places/_place"

    var anchor: String
    var name: String
    /// `3 photos`.
    var count: String
    var hasFavorites: Bool
    var path: String
    /// A photo of the place.
    var coverPath = ""

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&anchor)
        visit(&name)
        visit(&count)
        visit(&path)
        visit(&coverPath)
    }
}

extension PlaceRow {
    init(_ place: PlaceValues, _ query: ListQuery, _ places: Places) {
        let list =
            places.view == .all
            ? SitePath.place(place.recordNumber) : .favorites(of: place.recordNumber)
        let isAll = places.view == .favorites && query.filter("show") == "all"
        self.init(
            anchor: "place-\(place.recordNumber)", name: place.title,
            count: ItemCount.text(place.summary.photoCount, "photo", "photos"),
            hasFavorites: place.record.hasFavorites,
            path: places.links(isAll ? list.query([("show", "all")]) : list))
        if let cover = place.summary.cover {
            coverPath = places.links(.photoThumbnail(cover.number, version: cover.version))
        }
    }
}

/// Which places a list is of.
enum PlaceView: Sendable {
    /// All of them.
    case all
    /// Those with favourite photos; those from which a photo was ever viewed if the address asks for
    /// all.
    case favorites
}
