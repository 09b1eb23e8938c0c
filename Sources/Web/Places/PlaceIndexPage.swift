import Domain

/// A list of places, each with a cover photo.
struct PlaceIndexPage: TemplatePage {
    static let template = "places/index"

    /// The parts that every list page has.
    var list: RecordIndexPage
    var layout: LayoutPage
    /// `Places`, or `Favorites`.
    var title: String
    /// `12 places`.
    var summary: String
    var rows: [PlaceRow] = []
    /// The owner's folder of photos, for the empty state.
    var folder = ""
    /// The messages for failed sources.
    var failures: [String] = []
    /// Whether the page suggests setting a Flickr key.
    var hasFlickrHint = false
    /// The page that adds the first photos, while there are none.
    var startPath = ""
    /// The action of that page's form, which hides the link from users who may not add photos.
    var startPostPath = ""
}

extension PlaceIndexPage {
    init(_ list: RecordIndexPage) {
        self.init(list: list, layout: list.layout, title: list.title, summary: list.summary)
    }

    /// Shows the empty state: the first photos go into the folder itself.
    mutating func begin(at folder: Int64, _ links: SiteLinks) {
        list.hasChips = false
        summary = "No photos yet"
        startPath = links(.place(folder))
        startPostPath = links(.placePhotos(folder))
    }

    /// Shows the states of the sources.
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
    /// The cover photo.
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

/// The selection of places in a list.
enum PlaceView: Sendable {
    /// All of them.
    case all
    /// The places with favorite photos; those with any viewed photo if the address asks for all.
    case favorites
}
