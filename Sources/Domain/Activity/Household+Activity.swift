import Foundation
public import Persistence

extension Household {
    /// Whether changes are recorded with their authors: from the first save by a signed-in user on.
    public var keepsActivity: Bool { activities.isKept }

    /// The selected changes, latest first; none if they are not recorded.
    ///
    /// - Throws: errors of the store.
    public func activity(
        _ query: ActivityQuery, in context: ManagedObjectContext
    ) throws -> [Activity] {
        keepsActivity ? try query.run(in: context) : []
    }

    /// The changes of a record, latest first; none if they are not recorded.
    ///
    /// - Throws: errors of the store.
    public func changes(
        of record: ManagedObject, limit: Int, in context: ManagedObjectContext
    ) throws -> [Activity] {
        guard keepsActivity else { return [] }
        return try ActivityQuery.changes(of: record.objectID, limit: limit, in: context)
    }

    /// The names of deleted records by their IDs, as far as they are kept.
    ///
    /// - Throws: errors of the store.
    public func formerNames(
        of records: some Sequence<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: String] {
        guard keepsActivity else { return [:] }
        var names: [ManagedObjectID: String] = [:]
        for id in records {
            names[id] = try ActivityQuery.changes(of: id, limit: 1, in: context)
                .first?.changes.last?.formerName
        }
        return names
    }

    /// Replaces a person's name in the history by ``Author/removed``, also for their scripts and
    /// imports. ``erasePersonalData()`` then erases it from the files.
    ///
    /// - Returns: the number of saves that had the name.
    /// - Throws: errors of the store, and of the file system.
    @discardableResult
    public func forgetAuthor(_ name: String) async throws -> Int {
        try erasure.addNames()
        try await write { [self] context in
            try Sighting.forget(name, in: context)
            // A deleted stocktake that can be restored has the name, too.
            try UndoStep.forgetNoticed(in: context)
            try save(context)
        }
        return try await container.write { [changes] context in
            var count = 0
            try changes.inTurn(of: context) {
                count = try context.replaceHistoryAuthors { author in
                    author == name || author.hasPrefix(name + " (") ? Author.removed : nil
                }
                return count > 0
            }
            return count
        }
    }

    /// The number of days for which changes are kept.
    static let activityDays = 731

    /// Deletes changes older than two years. They are not cached in memory, so caches stay valid.
    /// If there are none, nothing is written.
    ///
    /// - Throws: errors of the store.
    public func forgetOldActivity() async throws {
        guard keepsActivity else { return }
        let end = now() - TimeInterval(Self.activityDays) * 86_400
        try await container.write { [changes] context in
            try changes.forgetInTurn { try context.deleteHistory(before: end) > 0 }
        }
    }
}
