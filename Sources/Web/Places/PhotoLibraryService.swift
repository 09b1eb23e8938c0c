import Domain
import Logging
import ServiceLifecycle

/// Follows the folder of photographs, and the services, while the server runs.
struct PhotoLibraryService: Service {
    let sources: PhotoSourceStates
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown { await sources.library.follow(telling: tell) }
    }

    @Sendable
    private func tell(_ event: PhotoLibrary.Event) {
        sources.note(event)
        switch event {
        case .asked: break
        case .taken(let source, let photos):
            logger.notice(
                "Photos came, changed or went",
                metadata: [
                    "source": "\(source)", "added": "\(photos.addedCount)",
                    "changed": "\(photos.changedCount)", "renamed": "\(photos.renamedCount)",
                    "removed": "\(photos.removedCount)",
                ])
        case .failed(let source, let error):
            logger.warning(
                "Photos cannot be had", metadata: ["source": "\(source)", "error": "\(error)"])
        case .favoritesMissing(let favorites):
            for (number, error) in favorites.sorted(by: { $0.key < $1.key }) {
                logger.warning(
                    "The image of a favorite is missing",
                    metadata: ["photo": "\(number)", "error": "\(error)"])
            }
        }
    }
}
