import Foundation
import Synchronization

/// Measures the effect of a piece of work on others: one thread reads, and one writes, until it is
/// done.
struct OtherRequests {
    let read: @Sendable () throws -> Void
    let write: @Sendable () throws -> Void
    /// The pause between two requests of each, in microseconds.
    var pause: UInt32 = 1_000

    /// The longest read and the longest write meanwhile, in seconds; infinite if one failed.
    func longest(
        during body: () async throws -> Void
    ) async throws -> (read: Double, write: Double) {
        let isOver = Atomic(false)
        let longest = Mutex((read: 0.0, write: 0.0))
        let (read, write, pause) = (read, write, pause)
        let reading = Thread {
            while !isOver.load(ordering: .acquiring) {
                let time = try? seconds { try read() }
                longest.withLock { $0.read = max($0.read, time ?? .infinity) }
                usleep(pause)
            }
        }
        let writing = Thread {
            while !isOver.load(ordering: .acquiring) {
                let time = try? seconds { try write() }
                longest.withLock { $0.write = max($0.write, time ?? .infinity) }
                usleep(pause)
            }
        }
        reading.start()
        writing.start()
        defer {
            isOver.store(true, ordering: .releasing)
            while !reading.isFinished || !writing.isFinished { usleep(1_000) }
        }
        try await body()
        // The first page after the last save may be one of the delayed ones.
        usleep(50_000)
        return longest.withLock { $0 }
    }
}
