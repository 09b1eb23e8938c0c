import Persistence
import Synchronization

/// The currency and the region of the household, which the record of the shop names, and which follow what is saved:
/// amounts are in the currency, and days and numbers are written as in the region.
public final class ShopCurrency: Sendable {
    private struct State {
        /// That of the page of the shop.
        var known: Currency
        var given: Currency?
        var region: Region

        mutating func take(_ profile: ShopProfile?) {
            known = profile?.currency.flatMap { Currency($0) } ?? .dollar
            region = ShopProfile.region(of: profile)
        }
    }

    private let container: PersistentContainer
    private let state: Mutex<State>
    /// Held by whoever reads it.
    private let reading = Mutex(())

    /// - Throws: errors of the store.
    init(_ container: PersistentContainer) throws {
        self.container = container
        state = Mutex(try container.read { try Self.state(in: $0) })
        container.surroundClosures { [weak self] body in
            guard let self else { return try body() }
            try applying(body)
        }
    }

    /// The currency by now.
    public var current: Currency { state.withLock { $0.given ?? $0.known } }

    /// The region by now.
    public var region: Region { state.withLock(\.region) }

    /// What goes before the page of the shop: the currency that the program was started with; nil for none.
    public var given: Currency? {
        get { state.withLock(\.given) }
        set { state.withLock { $0.given = newValue } }
    }

    /// The same, for what reads and changes records.
    @TaskLocal static var given: Currency?

    /// The currency of the household whose records are read or shown.
    @TaskLocal public static var household = Currency.dollar

    /// Does something with records in the currency and the region of the household.
    func applying<T>(_ body: () throws -> T) rethrows -> T {
        let (given, known, region) = state.withLock { ($0.given, $0.known, $0.region) }
        return try Self.$given.withValue(given) {
            try Self.$household.withValue(given ?? known) {
                try Region.$current.withValue(region, operation: body)
            }
        }
    }

    /// Takes over what a save says of it.
    func follow(_ save: PendingSave) {
        let profiles = (save.context.insertedObjects + save.context.updatedObjects)
            .compactMap { $0 as? ShopProfile }
        guard let profile = profiles.first else { return }
        var saved = State(known: .dollar, given: nil, region: .unchosen)
        saved.take(profile)
        save.whenSaved { [self, saved] in keep(saved) }
    }

    /// Reads what others have saved of it.
    func follow(others saved: SavedChanges) {
        guard saved.isPartial || saved.entities.contains(.shopProfile) else { return }
        // One after the other, so that what was read last is known.
        reading.withLock { _ in
            do {
                keep(try container.read { try Self.state(in: $0) })
            } catch {
                // It stays as it was known: a store that cannot be read says so wherever it is read next.
            }
        }
    }

    private func keep(_ saved: State) {
        state.withLock { ($0.known, $0.region) = (saved.known, saved.region) }
    }

    private static func state(in context: ManagedObjectContext) throws -> State {
        var state = State(known: .dollar, given: nil, region: .unchosen)
        state.take(try ShopProfile.current(in: context))
        return state
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

    /// The region of a shop that says this of itself. One that this program does not know is none.
    static func region(of profile: ShopProfile?) -> Region {
        profile?.region.flatMap { Region($0) } ?? .unchosen
    }
}
