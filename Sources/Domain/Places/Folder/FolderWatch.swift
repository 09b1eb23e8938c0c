import Foundation
import Synchronization

/// Watches a folder and its subfolders through inotify.
///
/// A separate thread waits for events and reports them after a quiet moment, so that a thousand
/// copied files are one change.
final class FolderWatch: Sendable {
    /// Signals changes in order. Changes that were not taken yet are merged.
    let changes: AsyncStream<Void>

    private let continuation: AsyncStream<Void>.Continuation
    private let waiting = Mutex<FolderChange?>(nil)
    private let stopping: (reading: Int32, writing: Int32)

    /// Starts to watch. A missing folder is waited for.
    ///
    /// - Throws: ``FileError`` if the system has no inotify instance left.
    init(_ files: FolderFiles) throws {
        let inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard inotify >= 0 else { throw FileError(path: files.root, code: errno) }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            let code = errno
            close(inotify)
            throw FileError(path: files.root, code: code)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopping = (ends[0], ends[1])
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let events = FolderEvents(files, inotify: inotify, stopping: ends[0])
        // The first watches are set before this returns, so that later changes are not missed.
        let first = FolderEvents.Watches(files, inotify)
        Thread.detachNewThread { [weak self] in
            events.run(first) { change in self?.tell(change) }
        }
    }

    deinit {
        continuation.finish()
        close(stopping.writing)
    }

    /// The changes since the last call.
    func takeChange() -> FolderChange? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }

    private func tell(_ change: FolderChange) {
        waiting.withLock { waiting in waiting = waiting?.union(change) ?? change }
        continuation.yield()
    }
}
