import Persistence
import Synchronization

/// The currency of the household, which the page of the shop names, and which follows what is saved: every amount
/// of the sales is shown in it, and what the things in the inventory have cost and would cost.
public final class ShopCurrency: Sendable {
    private struct State {
        /// That of the page of the shop.
        var known: Currency
        var given: Currency?
    }

    private let container: PersistentContainer
    private let state: Mutex<State>
    /// Held by whoever reads it.
    private let reading = Mutex(())

    /// - Throws: errors of the store.
    init(_ container: PersistentContainer) throws {
        self.container = container
        state = Mutex(State(known: try container.read { try ShopProfile.currency(in: $0) }))
    }

    /// The currency by now.
    public var current: Currency { state.withLock { $0.given ?? $0.known } }

    /// What goes before the page of the shop: the currency that the program was started with; nil for none.
    public var given: Currency? {
        get { state.withLock(\.given) }
        set { state.withLock { $0.given = newValue } }
    }

    /// The same, for what reads and changes records.
    @TaskLocal static var given: Currency?

    /// Does something with records in the currency that goes before the page of the shop.
    func applying<T>(_ body: () throws -> T) rethrows -> T {
        try Self.$given.withValue(given, operation: body)
    }

    /// Takes over what a save says of it.
    func follow(_ save: PendingSave) {
        let profiles = (save.context.insertedObjects + save.context.updatedObjects)
            .compactMap { $0 as? ShopProfile }
        guard let currency = profiles.first?.currency.flatMap({ Currency($0) }) else { return }
        save.whenSaved { [self] in state.withLock { $0.known = currency } }
    }

    /// Reads what others have saved of it.
    func follow(others saved: SavedChanges) {
        guard saved.isPartial || saved.entities.contains(.shopProfile) else { return }
        // One after the other, so that what was read last is known.
        reading.withLock { _ in
            do {
                let currency = try container.read { try ShopProfile.currency(in: $0) }
                state.withLock { $0.known = currency }
            } catch {
                // It stays as it was known: a store that cannot be read says so wherever it is read next.
            }
        }
    }
}

extension ShopProfile {
    /// The currency in which the shop sells; dollars if nobody has said so.
    ///
    /// - Throws: errors of the store.
    static func currency(in context: ManagedObjectContext) throws -> Currency {
        try currency(of: current(in: context))
    }

    /// The currency of a shop that says this of itself.
    static func currency(of profile: ShopProfile?) -> Currency {
        ShopCurrency.given ?? profile?.currency.flatMap { Currency($0) } ?? .dollar
    }
}
