import Domain
import HTTPTypes
import Hummingbird
import Imaging
import Persistence
import Synchronization

/// The dependencies that the controllers of places and photos share.
struct PhotoAlbum: Sendable {
    let site: Site
    /// The photos, with the states of their sources.
    let sources: PhotoSourceStates

    var library: PhotoLibrary { sources.library }
    var links: SiteLinks { site.links }

    func places(_ view: PlaceView) -> Places { Places(site: site, view: view, sources: sources) }

    func photos(_ view: PhotoView) -> Photos { Photos(site: site, view: view) }

    /// Reads the photo in an address.
    ///
    /// - Throws: a 404 if there is none.
    func photo<Value: Sendable>(
        _ context: SiteContext, _ read: @escaping @Sendable (Photo) throws -> Value
    ) async throws -> Value {
        let number = try context.recordNumber
        let photos = photos(.recents)
        return try await site.household.container.read { records in
            try read(photos.existing(number, in: records))
        }
    }

    /// Runs a closure with an image. Errors of the image or its source become messages.
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
    /// The error for a failed source of photos.
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

/// The selection of photos in a list.
enum PhotoView: Sendable, Hashable {
    /// The photos of a place.
    case place(Int64)
    /// The favorites of a place; all of its photos if the address asks for them.
    case favorites(Int64)
    /// The photos that were viewed in the last 48 hours.
    case recents

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

/// The latest failures of photo sources, for the pages.
final class PhotoSourceStates: Sendable {
    let library: PhotoLibrary
    private let state = Mutex<[String: String]>([:])

    init(_ library: PhotoLibrary) {
        self.library = library
    }

    /// Whether there are sources other than the folder.
    var hasServices: Bool { library.sources.count > 1 }

    /// The messages for failed sources.
    var failures: [String] {
        state.withLock { state in state.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Updates the failures with an event of the library.
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
