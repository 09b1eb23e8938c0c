import Persistence

extension Household {
    /// Whether something is left to be done that follows a save.
    public var hasUnfinishedWork: Bool { !unfinished.isEmpty }

    /// Tries again what follows saves and could not be done with them.
    ///
    /// - Throws: errors of the file system. What failed is tried by the next call.
    public func finishWork() async throws {
        try await container.write { [unfinished] _ in try unfinished.retry() }
    }
}
