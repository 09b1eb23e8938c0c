import Synchronization

/// The right to do a piece of work alone, of all programs that have a store open.
///
/// The lease of a store that is reached over a connection ends with that. Long work asks for it before each step
/// that others must not do as well:
///
/// ```swift
/// for part in parts {
///     guard lease.isHeld else { throw LeaseLost() }
///     try save(part)
/// }
/// ```
public final class StoreLease: Sendable {
    private let isKept: @Sendable () -> Bool
    private let end: @Sendable () -> Void
    private let isReleased = Mutex(false)

    /// Makes a lease.
    ///
    /// - Parameters:
    ///   - isHeld: whether no one else can have it; asked until it is released. Default: always so.
    ///   - end: lets others have it; called once.
    public init(
        isHeld: @escaping @Sendable () -> Bool = { true }, _ end: @escaping @Sendable () -> Void
    ) {
        isKept = isHeld
        self.end = end
    }

    /// Whether no one else can have it: it was not released, and the store has not let go of it. A store on a
    /// server asks that, which takes a moment.
    public var isHeld: Bool {
        !isReleased.withLock { $0 } && isKept()
    }

    /// Lets others have it.
    public func release() {
        let wasReleased = isReleased.withLock { isReleased in
            defer { isReleased = true }
            return isReleased
        }
        if !wasReleased { end() }
    }

    deinit {
        release()
    }
}

extension PersistentStoreCoordinator {
    /// Claims a piece of work that one program at a time does on the coordinator's stores.
    ///
    /// - Parameter name: what is claimed.
    /// - Returns: nil if another program has it.
    /// - Throws: errors of the stores.
    public func claim(_ name: String) throws -> StoreLease? {
        var leases: [StoreLease] = []
        for store in persistentStores {
            guard let lease = try store.claim(name) else { return nil }
            leases.append(lease)
        }
        return StoreLease(isHeld: { [leases] in leases.allSatisfy(\.isHeld) }) { [leases] in
            leases.forEach { $0.release() }
        }
    }
}
