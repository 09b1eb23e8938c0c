import Foundation
import Synchronization

/// Reports changes that others write into a store's file, to those who keep values of it in memory.
///
/// The connection that writes notices it (``Connection/noticesOthers()``): when a transaction begins, and, as
/// long as someone listens, from time to time.
final class ExternalChangeMonitor: Sendable {
    /// How often it is looked for others while there is a listener.
    private static let interval = Duration.milliseconds(250)

    private let lock: StoreLock?
    private let observers = CoordinatorObservers<Void>()
    private let look = Mutex<PollingThread?>(nil)
    private let isHeard = Atomic<Bool>(false)
    private let times = Atomic<Int>(0)
    private let isToBeTold = Atomic<Bool>(false)

    /// - Parameter lock: what keeps others out; nil, the default, if nothing does.
    init(_ lock: StoreLock? = nil) {
        self.lock = lock
    }

    /// Whether others may write the file, or have written it since the store was opened: those who have not
    /// been kept out by the lock.
    var mayBeThere: Bool { lock?.hadOthers ?? true }

    /// Whether others may have changed the file's schema. Who passes by the lock is known once it was noticed.
    var mayHaveWritten: Bool { mayBeThere || count > 0 }

    /// Whether it matters that they have.
    var areLookedFor: Bool { isHeard.load(ordering: .acquiring) || mayBeThere }

    /// How often it was noticed that they have written.
    var count: Int { times.load(ordering: .acquiring) }

    /// Records that they have written.
    func record() {
        times.wrappingAdd(1, ordering: .acquiringAndReleasing)
        isToBeTold.store(true, ordering: .releasing)
    }

    /// Calls a closure, on a thread of its own, when others have written.
    ///
    /// - Parameter notice: looks whether they have.
    func observe(
        _ body: @escaping @Sendable () -> Void, noticing notice: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        let observation = observers.add { body() }
        look.withLock { look in
            guard look == nil else { return }
            isHeard.store(true, ordering: .releasing)
            look = PollingThread(every: Self.interval) { [weak self] in
                notice()
                self?.tell()
            }
        }
        return CoordinatorObservation { [weak self] in
            observation.cancel()
            self?.endIfUnheard()
        }
    }

    private func tell() {
        if isToBeTold.exchange(false, ordering: .acquiringAndReleasing) { observers.notify(()) }
    }

    private func endIfUnheard() {
        look.withLock { look in
            guard observers.isEmpty else { return }
            isHeard.store(false, ordering: .releasing)
            look = nil
        }
    }

    /// Looks no more.
    func close() {
        look.withLock { $0 = nil }
    }
}

/// Does something again and again, on a thread of its own, until it is let go of.
final class PollingThread: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - interval: how long to wait before each time.
    ///   - body: what is done. It may be at work when the end comes.
    init(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
        let pause = interval / .seconds(1)
        let thread = Thread { [end] in
            while end.wait(timeout: .now() + pause) == .timedOut { body() }
        }
        thread.name = "persistence listener"
        thread.start()
    }

    deinit {
        end.signal()
    }
}
