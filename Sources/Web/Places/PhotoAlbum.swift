import Domain
import HTTPTypes
import Hummingbird
import Imaging
import Persistence
import Synchronization

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

/// Which photos a list is of.
enum PhotoView: Sendable, Hashable {
    /// Those of a place.
    case place(Int64)
    /// The favourites of a place; all of its photos if the address asks for all.
    case favorites(Int64)
    /// Those that were viewed in the last 48 hours.
    case recents

    /// The address of the list.
    var address: SitePath {
        switch self {
        case .place(let number): .place(number)
        case .favorites(let number): .favorites(of: number)
        case .recents: .recents
        }
    }

    /// The place; nil for photos of all places.
    var place: Int64? {
        switch self {
        case .place(let number), .favorites(let number): number
        case .recents: nil
        }
    }
}

/// Which sources of photos could not be asked the last time, for the pages.
final class PhotoSourceStates: Sendable {
    let library: PhotoLibrary
    private let state = Mutex<[String: String]>([:])

    init(_ library: PhotoLibrary) {
        self.library = library
    }

    /// Whether there are sources beside the folder.
    var hasServices: Bool { library.sources.count > 1 }

    /// What is wrong with the sources that cannot be asked, a sentence for each.
    var failures: [String] {
        state.withLock { state in state.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Takes note of what happened while the sources were followed.
    func note(_ event: PhotoLibrary.Event) {
        switch event {
        case .taken(let source, _), .asked(let source):
            state.withLock { $0[source] = nil }
        case .failed(let source, let error):
            let reason = (error as? PhotoSourceError)?.description
            let text = reason ?? "Photos of \(source) are not available; the log says why."
            state.withLock { $0[source] = text }
        case .favoritesMissing: break
        }
    }
}
