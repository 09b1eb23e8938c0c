import Foundation

/// What others come between, and runs again.
private enum Repetition {
    /// The coordinators for which what this thread does runs again as a whole.
    @TaskLocal static var coordinators: Set<ObjectIdentifier> = []

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
    /// between. Within a closure that runs so, another one of the same coordinator leaves that to it; one of
    /// another coordinator runs again by itself, because what was saved around it may be kept.
    ///
    /// Of several stores one may have taken over its part, so that nothing runs again there.
    func repeatingCollisions<T>(_ body: () throws -> T) throws -> T {
        let outer = Repetition.coordinators
        let own = ObjectIdentifier(self)
        guard !outer.contains(own) else { return try body() }
        do {
            return try Repetition.$coordinators.withValue(outer.union([own])) {
                try repeating(body)
            }
        } catch PersistenceError.collision(isUndone: true) where !outer.isEmpty {
            // What is around it must not run again because of this.
            throw PersistenceError.collision(isUndone: false)
        }
    }

    private func repeating<T>(_ body: () throws -> T) throws -> T {
        guard stores.count == 1, isWrittenAtOnce else { return try body() }
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
