import Persistence

extension Household {
    /// Makes sure that the database answers, and has the records that were opened. A file is always there.
    ///
    /// - Parameter limit: how long it may take.
    /// - Throws: errors of the store.
    public func checkReach(within limit: Duration) async throws {
        guard directory.isShared else { return }
        // A replica says nothing of the database itself.
        _ = try await ReplicaReading.$minimumTransaction.withValue(nil) {
            try await container.read(timeLimit: limit) { try $0.lastTransactionNumber }
        }
    }
}
