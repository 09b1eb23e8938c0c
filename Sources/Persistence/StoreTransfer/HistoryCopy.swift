/// Copies the history of a store, if it keeps one, behind its records into an empty one, of which a part at a time is
/// in memory.
struct HistoryCopy {
    let source: any StoreSession
    let target: any StoreTransaction

    /// The number of transactions that are read at once.
    private static let batchSize = 200

    func run() throws {
        guard let last = try source.lastHistoryNumber() else { return }
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        var transactions: [PersistentHistoryTransaction]
        repeat {
            request.fetchLimit = Self.batchSize
            transactions = try source.fetchHistory(request)
            try target.insertHistory(transactions, through: last)
            transactions.last.map { request = .fetchHistory(after: $0) }
        } while transactions.count == Self.batchSize
    }
}
