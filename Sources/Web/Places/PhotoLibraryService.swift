import Domain
import Logging
import Persistence
import ServiceLifecycle

/// Follows the folder of photos and the photo services while the server runs.
struct PhotoLibraryService: Service {
    let sources: PhotoSourceStates
    let logger: Logger
    let household: Household
    /// The interval at which a server tries to become the one that follows.
    var pause = Duration.seconds(10)

    /// Only one of the servers that share the records follows at a time.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while let claim = await claim() {
                await follow(as: claim)
                claim.release()
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Follows until the server ends, or until its lease is lost with the connection: another
    /// server may follow then.
    private func follow(as claim: StoreLease) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await sources.library.follow(telling: tell) }
            group.addTask {
                repeat {
                    do { try await Task.sleep(for: pause) } catch { return }
                } while claim.isHeld
                logger.warning(
                    "The lock on the photographs, shared with other servers, was lost")
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits until no other server follows; nil if the server ends meanwhile.
    private func claim() async -> StoreLease? {
        while !Task.isCancelled {
            do {
                if let claim = try household.container.coordinator.claim("photographs") {
                    return claim
                }
                try await Task.sleep(for: pause)
            } catch is CancellationError {
                return nil
            } catch {
                logger.error(
                    "It is not known whether another server watches the photographs",
                    metadata: ["error": "\(error)"])
                try? await Task.sleep(for: pause)
            }
        }
        return nil
    }

    private func tell(_ event: PhotoLibrary.Event) {
        sources.note(event)
        switch event {
        case .asked: break
        case .taken(let source, let photos):
            logger.notice(
                "Photos were added, changed or removed",
                metadata: [
                    "source": "\(source)", "added": "\(photos.addedCount)",
                    "changed": "\(photos.changedCount)", "renamed": "\(photos.renamedCount)",
                    "removed": "\(photos.removedCount)",
                ])
        case .failed(let source, let error):
            logger.warning(
                "Photos are not available", metadata: ["source": "\(source)", "error": "\(error)"])
        case .favoritesMissing(let favorites):
            for (number, error) in favorites.sorted(by: { $0.key < $1.key }) {
                logger.warning(
                    "The image of a favorite is missing",
                    metadata: ["photo": "\(number)", "error": "\(error)"])
            }
        }
    }
}

extension PhotoLibrary {
    /// The library of a configuration.
    ///
    /// - Throws: ``ConfigurationError`` if the folder cannot be created.
    static func open(
        _ configuration: AppConfiguration, _ household: Household
    ) throws(ConfigurationError) -> PhotoLibrary {
        do {
            // The `backup` command reads the path from this file.
            try household.directory.notePhotos(configuration.photosDirectory)
            return try PhotoLibrary(
                household, folder: configuration.photosDirectory,
                services: configuration.photoServices)
        } catch {
            throw .init("\(error)")
        }
    }
}
