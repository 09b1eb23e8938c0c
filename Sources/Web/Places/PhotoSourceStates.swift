import Domain
import Synchronization

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
