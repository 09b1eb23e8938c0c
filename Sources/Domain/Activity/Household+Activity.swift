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

    /// The names that deleted records had, as far as they are kept, by the records' IDs.
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

    /// Takes the name of somebody who is no more to be named out of what is kept of changes, scripts and
    /// imports of the person included: ``Author/removed`` has made them then. ``eraseTraces()`` takes it out
    /// of the files, too.
    ///
    /// - Returns: the number of saves that had the name.
    /// - Throws: errors of the store, and of the file system.
    @discardableResult
    public func forgetAuthor(_ name: String) async throws -> Int {
        try erasure.addNames()
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

    /// For how many days it is kept who changed what.
    static let activityDays = 731

    /// Forgets who changed what two years ago. Nobody keeps that in memory, and what is kept there stays.
    /// Where nothing is that old, nothing is written.
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
