import Domain
import HTTPTypes
import Persistence

/// A list of photos as a grid.
struct PhotoIndexPage: TemplatePage {
    static let template = "places/photos"

    /// The parts that every list page has.
    var list: RecordIndexPage
    var layout: LayoutPage
    /// The name of the place, or `Recents`.
    var title: String
    /// `12 photos`.
    var summary: String
    var rows: [PhotoRow] = []
    /// The form that uploads photos here; without an address if they cannot be.
    var upload = UploadForm(path: "", label: "", hint: "")
}

extension PhotoIndexPage {
    init(_ list: RecordIndexPage) {
        self.init(list: list, layout: list.layout, title: list.title, summary: list.summary)
    }

    /// Sets the place of the photos.
    mutating func show(_ name: String, _ request: ListRequest, _ photos: Photos) {
        title = name
        layout.title = LayoutPage.title(request.query.title(name, photos.list.parameters))
        layout.subsections = []
        let subsection = photos.place.subsection
        layout.crumbs = [PathLink(label: subsection.label, path: photos.links(subsection.root))]
    }

    /// Shows the faults of an upload.
    mutating func show(_ refusal: ValidationErrors) {
        upload.summary = refusal.summary
        upload.fault = refusal.faults.map { FormText.sentence($0.text) }.joined(separator: " ")
    }
}

extension UploadForm {
    /// The form of an album's photos.
    init(albumNumbered place: Int64, _ site: Site) {
        let limit = ByteCount.text(site.configuration.limits.uploadBytes)
        self.init(
            path: site.links(.placePhotos(place)), label: "Photos",
            hint: "JPEG, PNG, HEIC, WebP, GIF and others; several at once, \(limit) each at most")
    }
}

/// A photo in a grid.
struct PhotoRow: FramedFragment {
    static let template = "places/_photo"

    var anchor: String
    var title: String
    /// The place, in lists with photos of several.
    var place = ""
    var isFavorite: Bool
    var path: String
    /// Empty for a picture that cannot be opened.
    var thumbnailPath: String
    /// The action that removes the photo from the list.
    var removalPath = ""
    var removalLabel = ""

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&anchor)
        visit(&title)
        visit(&place)
        visit(&path)
        visit(&thumbnailPath)
        visit(&removalPath)
        visit(&removalLabel)
    }

    func keeping(_ links: OfferedLinks) -> PhotoRow {
        guard !links.offers(.post, removalPath) else { return self }
        var row = self
        row.removalPath = ""
        return row
    }
}

extension PhotoRow {
    init(_ photo: Photo, _ photos: Photos) {
        let (links, number, title) = (photos.links, photo.savedNumber, photo.title ?? "")
        self.init(
            anchor: "photo-\(number)", title: title, isFavorite: photo.isFavorite,
            path: links(.photo(number)),
            thumbnailPath: photo.problem == nil ? photo.thumbnailPath(links) : "")
        switch photos.view {
        case .place: break
        case .favorites:
            guard photo.isFavorite else { return }
            removalPath = links(
                SitePath.deletePhotoFavorite(number).query([("next", "favorites")]))
            removalLabel = "Remove \(title) from favorites"
        case .recents:
            place = photo.place?.name ?? ""
            removalPath = links(SitePath.deletePhotoViews(number).query([("next", "recents")]))
            removalLabel = "Remove \(title) from recents"
        }
    }
}
