public import Foundation
import Persistence

extension Household {
    /// How far back it is looked for other servers.
    private static let lately: TimeInterval = 60 * 60
    /// How many of the last transactions are looked at.
    private static let most = 500

    /// Whether all servers that have lately saved into the database keep their files where this one does. Those of
    /// others would be missing here, from pictures to imports that wait.
    ///
    /// - Throws: errors of the store.
    public func sharesFolder(now: Date = Date()) throws -> Bool {
        guard directory.isShared else { return true }
        var request = PersistentHistoryChangeRequest.fetchHistory(
            after: now.addingTimeInterval(-Self.lately))
        request.resultType = .transactionsOnly
        request.isNewestFirst = true
        request.fetchLimit = Self.most
        let transactions = try container.read { try $0.fetchHistory(request) }
        // A server gives its name to what it saves. What has another form is none.
        return Set(transactions.compactMap(\.contextName)).allSatisfy {
            UUID(uuidString: $0) == nil || directory.isUsed(by: $0)
        }
    }
}
