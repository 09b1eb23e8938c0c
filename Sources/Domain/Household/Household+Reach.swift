import Persistence

extension Household {
    /// Makes sure that the database answers and still has the records that were opened. Does
    /// nothing for a file.
    ///
    /// - Parameter limit: the time limit.
    /// - Throws: errors of the store.
    public func checkReach(within limit: Duration) async throws {
        guard directory.isShared else { return }
        // A replica's answer would say nothing about the database itself.
        _ = try await ReplicaReading.$minimumTransaction.withValue(nil) {
            try await container.read(timeLimit: limit) { try $0.lastTransactionNumber }
        }
    }
}
