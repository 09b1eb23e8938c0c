public import Persistence
import Synchronization

/// The currency of the shop, which follows what is saved: every amount of the sales is shown in it.
public final class ShopCurrency: ChangeFollower {
    private let container: PersistentContainer
    private let known: Mutex<Currency>

    /// - Throws: errors of the store.
    init(_ container: PersistentContainer) throws {
        self.container = container
        known = Mutex(try container.read { try ShopProfile.currency(in: $0) })
    }

    /// The currency by now.
    public var current: Currency { known.withLock { $0 } }

    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let profiles = (context.insertedObjects + context.updatedObjects)
            .compactMap { $0 as? ShopProfile }
        guard let currency = profiles.first?.currency.flatMap({ Currency($0) }) else {
            return { _ in }
        }
        return { [self] _ in known.withLock { $0 = currency } }
    }

    public func follow(others saved: SavedChanges) {
        guard saved.isPartial || saved.entities.contains(.shopProfile) else { return }
        do {
            let currency = try container.read { try ShopProfile.currency(in: $0) }
            known.withLock { $0 = currency }
        } catch {
            // It stays as it was known: a store that cannot be read says so wherever it is read next.
        }
    }
}

extension ShopProfile {
    /// The currency in which the shop sells; dollars if nobody has said so.
    ///
    /// - Throws: errors of the store.
    static func currency(in context: ManagedObjectContext) throws -> Currency {
        try current(in: context)?.currency.flatMap { Currency($0) } ?? .dollar
    }
}
