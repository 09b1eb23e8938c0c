import Foundation
import Synchronization

/// Reports changes of others to a store's file, for caches.
///
/// The writing connection notices them (``Connection/noticesOthers()``): at the beginning of a
/// transaction and, while there are observers, at intervals.
final class ExternalChangeMonitor: Sendable {
    private static let interval = Duration.milliseconds(250)

    private let lock: StoreLock?
    private let observers = CoordinatorObservers<Void>()
    private let look = Mutex<PollingThread?>(nil)
    private let isHeard = Atomic<Bool>(false)
    private let times = Atomic<Int>(0)
    private let isToBeTold = Atomic<Bool>(false)

    /// - Parameter lock: the lock that excludes others. Default: nil, for none.
    init(_ lock: StoreLock? = nil) {
        self.lock = lock
    }

    /// Whether others may write the file or have written it since it was opened, in spite of the
    /// lock.
    var mayBeThere: Bool { lock?.hadOthers ?? true }

    /// Whether others may have changed the schema. Writers that ignore the lock are known once they
    /// were noticed.
    var mayHaveWritten: Bool { mayBeThere || count > 0 }

    /// Whether changes of others matter.
    var areLookedFor: Bool { isHeard.load(ordering: .acquiring) || mayBeThere }

    /// The number of noticed changes.
    var count: Int { times.load(ordering: .acquiring) }

    func record() {
        times.wrappingAdd(1, ordering: .acquiringAndReleasing)
        isToBeTold.store(true, ordering: .releasing)
    }

    /// Calls a closure, on a separate thread, after others have written.
    ///
    /// - Parameter notice: checks for changes.
    func observe(
        _ body: @escaping @Sendable () -> Void, noticing notice: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        let observation = observers.add { body() }
        look.withLock { look in
            guard look == nil else { return }
            isHeard.store(true, ordering: .releasing)
            look = PollingThread(every: Self.interval) { [weak self] in
                notice()
                self?.notify()
            }
        }
        return CoordinatorObservation { [weak self] in
            observation.cancel()
            self?.endIfUnheard()
        }
    }

    private func notify() {
        if isToBeTold.exchange(false, ordering: .acquiringAndReleasing) { observers.notify(()) }
    }

    private func endIfUnheard() {
        look.withLock { look in
            guard observers.isEmpty else { return }
            isHeard.store(false, ordering: .releasing)
            look = nil
        }
    }

    func close() {
        look.withLock { $0 = nil }
    }
}

/// Repeats work on a separate thread until it is released.
final class PollingThread: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - interval: the time before each repetition.
    ///   - body: the work, which may still be running at the end.
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
