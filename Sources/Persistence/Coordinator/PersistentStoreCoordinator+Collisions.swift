import Foundation

/// What others come between, and runs again.
private enum Repetition {
    /// Whether what this thread does runs again as a whole.
    @TaskLocal static var isUnderWay = false

    /// How often something runs at most.
    static let greatestCount = 20

    /// Waits longer after each attempt, and not as long as those whom it collided with.
    static func pause(after attempt: Int) {
        let longest = 0.001 * Double(1 << min(attempt, 6))
        Thread.sleep(forTimeInterval: .random(in: longest / 2...longest))
    }
}

extension PersistentStoreCoordinator {
    /// Runs a closure, and once more whenever a store has undone all that it wrote because others came
    /// between. Within a closure that runs so, another one leaves that to it.
    ///
    /// Of several stores one may have taken over its part, so that nothing runs again there.
    func repeatingCollisions<T>(_ body: () throws -> T) throws -> T {
        let stores = stores
        guard stores.count == 1, stores[0].capabilities.contains(.writesConcurrently),
            !Repetition.isUnderWay
        else { return try body() }
        return try Repetition.$isUnderWay.withValue(true) {
            for attempt in 1..<Repetition.greatestCount {
                do {
                    return try body()
                } catch PersistenceError.collision(isUndone: true) {
                    Repetition.pause(after: attempt)
                }
            }
            return try body()
        }
    }
}
