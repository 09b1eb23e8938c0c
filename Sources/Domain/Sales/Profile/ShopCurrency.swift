import Persistence
import Synchronization

/// The household's currency and region, which come from the shop's profile and follow its saves.
public final class ShopCurrency: Sendable {
    private struct State {
        /// The currency in the shop's profile.
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
    /// Held while the profile is read.
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

    /// The current currency.
    public var current: Currency { state.withLock { $0.given ?? $0.known } }

    /// The current region.
    public var region: Region { state.withLock(\.region) }

    /// The currency from the command line, which overrides the profile; nil for none.
    public var given: Currency? {
        get { state.withLock(\.given) }
        set { state.withLock { $0.given = newValue } }
    }

    /// The same, for code that reads and changes records.
    @TaskLocal static var given: Currency?

    /// The currency of the household whose records are read or shown.
    @TaskLocal public static var household = Currency.dollar

    /// Runs a closure with the household's currency and region.
    func applying<T>(_ body: () throws -> T) rethrows -> T {
        let (given, known, region) = state.withLock { ($0.given, $0.known, $0.region) }
        return try Self.$given.withValue(given) {
            try Self.$household.withValue(given ?? known) {
                try Region.$current.withValue(region, operation: body)
            }
        }
    }

    /// Follows changes in a save.
    func follow(_ save: PendingSave) {
        let profiles = (save.context.insertedObjects + save.context.updatedObjects)
            .compactMap { $0 as? ShopProfile }
        guard let profile = profiles.first else { return }
        var saved = State(known: .dollar, given: nil, region: .unchosen)
        saved.take(profile)
        save.whenSaved { [self, saved] in keep(saved) }
    }

    /// Follows changes that others have saved.
    func follow(others saved: SavedChanges) {
        guard saved.isPartial || saved.entities.contains(.shopProfile) else { return }
        // Serialized, so that the latest result is kept.
        reading.withLock { _ in
            do {
                keep(try container.read { try Self.state(in: $0) })
            } catch {
                // On an error the last value stays; the next read of the store reports it.
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
    /// The shop's currency. Default: dollars.
    ///
    /// - Throws: errors of the store.
    static func currency(in context: ManagedObjectContext) throws -> Currency {
        try currency(of: current(in: context))
    }

    /// The currency of a profile.
    static func currency(of profile: ShopProfile?) -> Currency {
        ShopCurrency.given ?? profile?.currency.flatMap { Currency($0) } ?? .dollar
    }

    /// The region of a profile; none if it is unknown.
    static func region(of profile: ShopProfile?) -> Region {
        profile?.region.flatMap { Region($0) } ?? .unchosen
    }
}
