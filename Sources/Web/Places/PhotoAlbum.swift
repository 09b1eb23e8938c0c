import Domain
import HTTPTypes
import Hummingbird
import Imaging
import Persistence

/// What the controllers of places and photos share.
struct PhotoAlbum: Sendable {
    let site: Site
    /// The photos, with what is known of their sources.
    let sources: PhotoSourceStates

    var library: PhotoLibrary { sources.library }
    var links: SiteLinks { site.links }

    /// A list of places.
    func places(_ view: PlaceView) -> Places { Places(site: site, view: view, sources: sources) }

    /// A list of photos.
    func photos(_ view: PhotoView) -> Photos { Photos(site: site, view: view) }

    /// The values of the photo that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func photo(_ context: SiteContext) async throws -> PhotoValues {
        let number = try context.recordNumber
        let photos = photos(.recents)
        return try await site.household.container.read { records in
            PhotoValues(try photos.existing(number, in: records))
        }
    }

    /// Does something with an image; what is wrong with it, or with its source, becomes an answer for
    /// the person.
    func withSource<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as PhotoSourceError {
            throw SiteError(error)
        } catch ImagingError.busy(let seconds) {
            throw SiteError.busy(retryAfterSeconds: seconds)
        } catch let error as ImagingError {
            throw SiteError(
                status: .unprocessableContent, title: "This photo cannot be opened",
                detail: FormText.sentence(error.description))
        }
    }
}

extension SiteError {
    /// The answer where a source of photos has none.
    fileprivate init(_ error: PhotoSourceError) {
        switch error {
        case .noSuchPhoto:
            self.init(
                status: .notFound, title: "The file of this photo is not there",
                detail: "It may have been moved or deleted since the folder was last looked at.")
        case .noSuchPlace:
            self.init(
                status: .notFound, title: "The folder of this album is not there",
                detail: FormText.sentence(error.description))
        case .unusable(let reason), .unavailable(let reason):
            self.init(
                status: .serviceUnavailable, title: "The photo is not available",
                detail: reason)
        }
    }
}
