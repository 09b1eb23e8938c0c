/// What a store does in another way than most.
public struct StoreCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A transaction writes everything when it ends, or is decided about then, and may fail: a save that
    /// concerns several stores ends such transactions first, those of stores that ``writesConcurrently`` before
    /// all others.
    public static let writesAtEnd = StoreCapabilities(rawValue: 1 << 0)
    /// Several write at the same time, and a transaction may fail with
    /// `PersistenceError.collision(isUndone:)`. What is undone runs again: the closure of `write`, or
    /// the save of a context outside of one.
    public static let writesConcurrently = StoreCapabilities(rawValue: 1 << 1)
}

extension PersistentStoreCoordinator {
    /// Whether several write one of the stores at the same time.
    package var isWrittenAtOnce: Bool {
        stores.contains { $0.capabilities.contains(.writesConcurrently) }
    }
}
