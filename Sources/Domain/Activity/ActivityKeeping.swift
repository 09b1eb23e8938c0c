import Foundation
import Persistence
import Synchronization

/// Keeps who changed what, in the history of the store, from the first save on that is made in
/// somebody's name while there are people who sign in. Before, a save costs what it always did.
final class ActivityKeeping: Sendable {
    private let accounts: String
    private let hasBegun: Mutex<Bool>

    /// - Parameter accounts: the path of the store of those who sign in.
    /// - Throws: errors of the store.
    init(_ container: PersistentContainer, accounts: String) throws {
        self.accounts = accounts
        hasBegun = Mutex(try container.read { try $0.keepsHistory })
    }

    /// Whether there is something to tell.
    var isKept: Bool { hasBegun.withLock { $0 } }

    /// Says in whose name a context saves.
    func begin(_ context: ManagedObjectContext) throws {
        context.transactionAuthor = Author.name
        guard Author.name != nil, !isKept, access(accounts, F_OK) == 0 else { return }
        let isKept = try context.beginHistory()
        hasBegun.withLock { $0 = isKept }
    }

    /// Has the history keep the names of what a save deletes, and the values that it changes, if it is in
    /// somebody's name: the first of those that begin the history too.
    func keepValues(_ save: PendingSave) throws {
        guard isKept else { return }
        let context = save.context
        context.historyAnnotations = try ValueChange.annotations(
            of: context, withUpdates: context.transactionAuthor != nil)
    }
}
