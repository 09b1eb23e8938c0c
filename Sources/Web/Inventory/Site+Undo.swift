import Domain
import Hummingbird
import Persistence

extension Site {
    /// Takes the change back that the address of a request names, in one transaction, and forgets it. Who comes
    /// while somebody else takes it back waits for that, and has the same answer.
    ///
    /// - Parameters:
    ///   - kept: the changes of its kind.
    ///   - gone: what is thrown if it cannot be taken back any more.
    ///   - body: takes it back, saves, and returns what the answer tells; nil if what the change made is gone.
    /// - Throws: ``FormRefusal`` for faults of the values, and what the closure throws.
    func undo<Change, Value: Sendable>(
        _ kept: KeptChanges<Change>, _ context: SiteContext, orElse gone: SiteError,
        _ body: @escaping @Sendable (Change, ManagedObjectContext) throws -> Value?
    ) async throws -> Value {
        let token: String = try context.parameter("token")
        let logger = context.logger
        let task = undos.task(for: token) { () async throws -> Value in
            let value = try await self.change { records in
                guard let change = try kept.change(token), let value = try body(change, records)
                else { throw gone }
                return value
            }
            kept.forget(token, logger)
            return value
        }
        // A token at the address of another kind of change takes nothing back.
        guard let value = try await task.value as? Value else { throw gone }
        return value
    }

    /// The notice that tells of a change and offers to take it back; nil if it cannot be any more.
    ///
    /// - Parameters:
    ///   - kept: the changes of its kind.
    ///   - token: what was sent along with the announcement.
    ///   - path: where it is taken back.
    ///   - fields: what the way there sends along.
    ///   - text: what the notice says.
    func undoNotice<Change>(
        _ kept: KeptChanges<Change>, _ token: String?, at path: (String) -> SitePath,
        fields: [HiddenField] = [], _ text: (Change) -> String
    ) -> Notice? {
        guard let token, let change = kept.offered(token) else { return nil }
        return Notice(
            text: text(change), undoPath: links(path(token)), undoFields: fields)
    }
}
