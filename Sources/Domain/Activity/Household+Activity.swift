import Foundation
public import Persistence

extension Household {
    /// Whether it is kept who changes what: it is so from the first save of somebody who has signed in.
    public var keepsActivity: Bool { activities.isKept }

    /// What was changed, the last changes first; nothing where it is not kept.
    ///
    /// - Throws: errors of the store.
    public func activity(
        _ query: ActivityQuery, in context: ManagedObjectContext
    ) throws -> [Activity] {
        keepsActivity ? try query.run(in: context) : []
    }

    /// What became of one record, the last changes first; nothing where it is not kept.
    ///
    /// - Throws: errors of the store.
    public func changes(
        of record: ManagedObject, limit: Int, in context: ManagedObjectContext
    ) throws -> [Activity] {
        guard keepsActivity else { return [] }
        return try ActivityQuery.changes(of: record.objectID, limit: limit, in: context)
    }

    /// For how many days it is kept who changed what.
    static let activityDays = 731

    /// Forgets who changed what two years ago.
    ///
    /// - Throws: errors of the store.
    public func forgetOldActivity() async throws {
        guard keepsActivity else { return }
        let end = now() - TimeInterval(Self.activityDays) * 86_400
        try await container.write { context in
            _ = try context.deleteHistory(before: end)
        }
    }
}
