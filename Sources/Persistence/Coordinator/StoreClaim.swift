import Synchronization

/// A piece of work that its holder alone does, of all programs that have a store open.
///
/// A claim on a store that is reached over a connection ends with that. Whoever works for long asks from time to
/// time, before each step that others must not do as well:
///
/// ```swift
/// for part in parts {
///     guard claim.isHeld else { throw ClaimLost() }
///     try save(part)
/// }
/// ```
public final class StoreClaim: Sendable {
    private let isKept: @Sendable () -> Bool
    private let end: @Sendable () -> Void
    private let isReleased = Mutex(false)

    /// Makes a claim.
    ///
    /// - Parameters:
    ///   - isHeld: whether nobody else can have it; asked until it is released. Default: always so.
    ///   - end: lets others have it; called once.
    public init(
        isHeld: @escaping @Sendable () -> Bool = { true }, _ end: @escaping @Sendable () -> Void
    ) {
        isKept = isHeld
        self.end = end
    }

    /// Whether nobody else can have it: it was not released, and the store has not let go of it. A store on a
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
    public func claim(_ name: String) throws -> StoreClaim? {
        var claims: [StoreClaim] = []
        for store in persistentStores {
            guard let claim = try store.claim(name) else { return nil }
            claims.append(claim)
        }
        return StoreClaim(isHeld: { [claims] in claims.allSatisfy(\.isHeld) }) { [claims] in
            claims.forEach { $0.release() }
        }
    }
}
