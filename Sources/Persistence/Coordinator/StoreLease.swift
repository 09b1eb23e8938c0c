import Synchronization

/// The exclusive right to a piece of work among all programs that have a store open.
///
/// The lease of a remote store ends with its connection. Long work checks it before each step that
/// others must not repeat:
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
    ///   - isHeld: whether the lease is still exclusive; called until it is released. Default: always true.
    ///   - end: releases it; called once.
    public init(
        isHeld: @escaping @Sendable () -> Bool = { true }, _ end: @escaping @Sendable () -> Void
    ) {
        isKept = isHeld
        self.end = end
    }

    /// Whether the lease is still exclusive: neither released nor lost. A store on a server is
    /// queried for this.
    public var isHeld: Bool {
        !isReleased.withLock { $0 } && isKept()
    }

    /// Releases the lease.
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
    /// Claims work that only one program at a time does on the coordinator's stores.
    ///
    /// - Parameter name: the name of the work.
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
