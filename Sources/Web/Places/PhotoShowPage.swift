import Domain
import Foundation
import Mustache
import Persistence

/// One photo in a large view.
struct PhotoShowPage: TemplatePage {
    static let template = "places/photo"

    var layout: LayoutPage
    var title: String
    var imagePath: String
    /// The size in pixels, for which the browser reserves the space; empty if it is unknown.
    var width = ""
    var height = ""
    /// Marks it as a favorite; empty if it is one.
    var favoritePath: String
    /// Unmarks it; empty if it is none.
    var deleteFavoritePath: String
    var viewsPath: String
    /// The neighboring photos of its place.
    var previousPath = ""
    var nextPath = ""
    /// `3 of 12`.
    var position = ""
    var placeName: String
    var placePath: String
    var takenAt = ""
    var takenAtISO = ""
    var camera = ""
    var coordinates = ""
    var mapPath = ""
    var fileSize: String
    /// The reason why the picture cannot be opened; empty if it can.
    var problem = ""
    /// Whether the source no longer has the photo.
    var isVanished: Bool
    var jsonPath: String
}

extension PhotoShowPage {
    /// The page of a photo.
    ///
    /// - Throws: errors of the store.
    init(
        _ photo: Photo, _ photos: Photos, notices: [Notice], in context: ManagedObjectContext
    ) throws {
        let (links, number, title) = (photos.links, photo.savedNumber, photo.title ?? "")
        let (placeName, place) = (photo.place?.name ?? "", photo.place?.savedNumber ?? 0)
        self.init(
            layout: photos.site.layout(
                title: title, section: .places,
                crumbs: [
                    PathLink(label: Subsection.places.label, path: links(.places)),
                    PathLink(label: placeName, path: links(.place(place))),
                ], notices: notices),
            title: title,
            imagePath: links(SitePath.photoImage(number).query([("v", photo.version)])),
            favoritePath: photo.isFavorite ? "" : links(.photoFavorite(number)),
            deleteFavoritePath: photo.isFavorite ? links(.deletePhotoFavorite(number)) : "",
            viewsPath: links(.photoViews(number)), placeName: placeName,
            placePath: links(SitePath.place(place)),
            fileSize: photo.byteCount > 0 ? ByteCount.text(Int(photo.byteCount)) : "",
            isVanished: photo.isVanished, jsonPath: links(SitePath.photo(number).json))
        show(photo)
        guard let neighbors = try photo.neighbors(in: context) else { return }
        position = "\(neighbors.index + 1, grouped: true) of \(neighbors.count, grouped: true)"
        if let previous = neighbors.previous {
            previousPath = links(.photo(previous))
        }
        if let next = neighbors.next { nextPath = links(.photo(next)) }
    }

    private mutating func show(_ photo: Photo) {
        if photo.width > 0, photo.height > 0 {
            (width, height) = ("\(photo.width)", "\(photo.height)")
        }
        if let date = photo.takenAt {
            takenAt = DateText.capture(date)
            takenAtISO = ISO8601Text.capture(date)
        }
        if let camera = photo.camera { self.camera = camera }
        if let latitude = photo.latitude, let longitude = photo.longitude {
            coordinates = Self.coordinates(latitude, longitude)
            let place = "\(Self.plain(latitude))/\(Self.plain(longitude))"
            mapPath =
                "https://www.openstreetmap.org/?mlat=\(Self.plain(latitude))"
                + "&mlon=\(Self.plain(longitude))#map=14/\(place)"
        }
        if let problem = photo.problem {
            self.problem = FormText.sentence(problem)
        }
    }

    /// `48.85823° N, 2.29450° W`.
    private static func coordinates(_ latitude: Double, _ longitude: Double) -> String {
        "\(plain(abs(latitude)))° \(latitude < 0 ? "S" : "N"), "
            + "\(plain(abs(longitude)))° \(longitude < 0 ? "W" : "E")"
    }

    /// Degrees with five decimal places, which is about a meter.
    private static func plain(_ degrees: Double) -> String {
        String(format: "%.5f", locale: Locale(identifier: "en_US_POSIX"), degrees)
    }
}
