public import Persistence
import Synchronization

/// Something made of records that is kept in memory, and amended by what saves change.
///
/// It is at the number of a save: amended by each that follows, and dropped when one is missing.
public final class FollowedValue<Value: Sendable>: Sendable {
    /// Takes over what a save changed. Returns whether the value is worth keeping.
    public typealias Amendment = @Sendable (inout Value) -> Bool

    fileprivate struct Kept {
        var value: Value
        /// The number of the save up to which the value is current.
        var number: Int
    }

    fileprivate struct Save {
        let formerNumber: Int
        let number: Int
        let amendment: Amendment
    }

    private struct State {
        var kept: Kept?
        /// How many read the value anew.
        var readerCount = 0
        /// What was saved while they read.
        var saves: [Save] = []
    }

    private let changes: ChangeFeed
    private let state = Mutex(State())
    /// Held by whoever reads the value because none is kept: others who could keep what they read wait for
    /// it, instead of reading the same beside each other.
    private let reading = Mutex(())

    /// - Parameter changes: where it is told from what was saved.
    public init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The value as a context reads it, or a newer one.
    ///
    /// - Parameter read: makes the value of records, if none is kept.
    /// - Throws: what the closure throws, and errors of the store.
    public func value(
        for context: ManagedObjectContext,
        reading read: (ManagedObjectContext) throws -> Value
    ) throws -> Value {
        if let value = kept(for: context) { return value }
        if isUpToDate(context) {
            let value = try reading.withLock { _ in
                // Nobody waits for a save's turn here, which may itself wait for this.
                try known(at: context.changeCount)
                    ?? (isUpToDate(context) ? makeAnew(context, read) : nil)
            }
            if let value { return value }
        }
        // What it reads is kept for nobody, so that nobody need wait for it.
        return try read(context)
    }

    /// Whether a context reads the newest state of the store, so that what it reads can be kept.
    private func isUpToDate(_ context: ManagedObjectContext) -> Bool {
        context.changeCount == changes.storeNumber
    }

    /// The value as a context reads it, or a newer one; nil if none is kept.
    public func kept(for context: ManagedObjectContext) -> Value? {
        let number = context.changeCount
        if let value = known(at: number) { return value }
        guard isKept else { return nil }
        // It may be behind because the save, which is in the store, is not told of yet.
        changes.waitForOthers()
        changes.waitForTurn()
        return known(at: number)
    }

    /// Reads the value again, whether one is kept or not, and keeps it in that one's place.
    ///
    /// - Throws: what the closure throws, and errors of the store.
    public func renew(
        for context: ManagedObjectContext,
        reading read: (ManagedObjectContext) throws -> Value
    ) throws {
        _ = try makeAnew(context, read)
    }

    /// Whether a value is kept.
    public var isKept: Bool { isKept(where: { _ in true }) }

    /// Whether a value is kept that fits a condition.
    public func isKept(where fits: (Value) -> Bool) -> Bool {
        state.withLock { $0.kept.map { fits($0.value) } ?? false }
    }

    /// The value that whoever begins to read now gets, without waiting for it; nil if none is kept, or if it is
    /// behind a save of which nobody was told.
    var current: Value? { known(at: changes.storeNumber) }

    /// Whether a value is kept that fits a condition, and that whoever begins to read now gets. One that is
    /// behind a save of which nobody was told is kept, and of no use.
    func isCurrent(where fits: (Value) -> Bool = { _ in true }) -> Bool {
        current.map(fits) ?? false
    }

    /// Takes over what a save changed, whether anything did or not.
    public func amend(_ saved: SavedChanges, by amendment: @escaping Amendment) {
        let save = Save(
            formerNumber: saved.formerNumber, number: saved.number, amendment: amendment)
        state.withLock { state in
            if state.readerCount > 0 { state.saves.append(save) }
            // Nobody else has the value while it is amended, so that it is not copied.
            guard var kept = state.kept.take() else { return }
            if kept.take(save) { state.kept = kept }
        }
    }

    /// Takes note of what others have saved: a value that is made of it is read anew.
    ///
    /// - Parameter entities: what the value is made of.
    public func follow(others saved: SavedChanges, madeOf entities: Set<EntityName>) {
        let isConcerned = saved.isPartial || !saved.entities.isDisjoint(with: entities)
        amend(saved) { _ in !isConcerned }
    }

    /// The same for a value that is made of some properties of an entity's records alone.
    func follow(others saved: SavedChanges, madeOf keys: Set<String>, of entity: EntityName) {
        let isConcerned = saved.mayChange(keys, of: entity)
        amend(saved) { _ in !isConcerned }
    }

    private func known(at number: Int) -> Value? {
        state.withLock { state in
            state.kept.flatMap { $0.number >= number ? $0.value : nil }
        }
    }

    private func makeAnew(
        _ context: ManagedObjectContext, _ read: (ManagedObjectContext) throws -> Value
    ) throws -> Value {
        state.withLock { $0.readerCount += 1 }
        defer {
            state.withLock { state in
                state.readerCount -= 1
                if state.readerCount == 0 { state.saves = [] }
            }
        }
        let number = context.changeCount
        let isExact = try changes.isExact(context)
        let value = try read(context)
        if isExact, context.changeCount == number { keep(Kept(value: value, number: number)) }
        return value
    }

    /// Keeps a value that was read, once it is amended by what was saved meanwhile.
    private func keep(_ new: Kept) {
        state.withLock { state in
            var new = new
            for save in state.saves where save.number > new.number {
                guard new.take(save) else { return }
            }
            if let kept = state.kept, kept.number > new.number { return }
            state.kept = new
        }
    }
}

extension FollowedValue.Kept {
    /// Takes a save over. Returns whether the value is current afterwards.
    fileprivate mutating func take(_ save: FollowedValue.Save) -> Bool {
        if number >= save.number { return true }
        guard number == save.formerNumber, save.amendment(&value) else { return false }
        number = save.number
        return true
    }
}
