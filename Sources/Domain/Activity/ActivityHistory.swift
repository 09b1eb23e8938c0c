import Foundation
import Persistence
import Synchronization

/// Starts the history of the store with the first save by a signed-in user. Before that, saves cost
/// no more than without accounts.
final class ActivityHistory: Sendable {
    private let accounts: String
    private let hasBegun: Mutex<Bool>

    /// - Parameter accounts: the path of the accounts' store.
    /// - Throws: errors of the store.
    init(_ container: PersistentContainer, accounts: String) throws {
        self.accounts = accounts
        hasBegun = Mutex(try container.read { try $0.keepsHistory })
    }

    /// Whether there is a history.
    var isKept: Bool { hasBegun.withLock { $0 } }

    /// Sets the author of a context's saves.
    func begin(_ context: ManagedObjectContext) throws {
        context.transactionAuthor = Author.name
        guard Author.name != nil, !isKept, access(accounts, F_OK) == 0 else { return }
        let isKept = try context.beginHistory()
        hasBegun.withLock { $0 = isKept }
    }

    /// Lets the history keep the names of deleted records and the changed values of a save that has
    /// an author; also of the save that begins the history.
    func keepValues(_ save: PendingSave) throws {
        guard isKept else { return }
        let context = save.context
        context.historyAnnotations = try ValueChange.annotations(
            of: context, withUpdates: context.transactionAuthor != nil)
    }
}
