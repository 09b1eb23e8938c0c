import Persistence

extension Household {
    /// Whether work that follows a save is left to do.
    public var hasUnfinishedWork: Bool { !unfinished.isEmpty }

    /// Retries work that follows saves and has failed.
    ///
    /// - Throws: errors of the file system. The next call retries failed work.
    public func finishWork() async throws {
        try await container.write { [unfinished] _ in try unfinished.retry() }
    }
}
