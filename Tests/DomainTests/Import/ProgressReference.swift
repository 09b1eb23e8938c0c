import Synchronization

@testable import Domain

/// An import's progress, for its own observer.
final class ProgressReference: Sendable {
    private let progress = Mutex<ImportProgress?>(nil)

    func set(_ progress: ImportProgress) { self.progress.withLock { $0 = progress } }
    func cancel() { progress.withLock { $0 }?.cancel() }
}
