import Synchronization

/// A piece of work that its holder alone does, of all programs that have a store open.
public final class StoreClaim: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    /// Makes a claim.
    ///
    /// - Parameter end: lets others have it; called once.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    /// Lets others have it.
    public func release() {
        end.withLock { $0.take() }?()
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
        return StoreClaim { [claims] in claims.forEach { $0.release() } }
    }
}
