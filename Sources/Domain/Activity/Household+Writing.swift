public import Persistence

extension Household {
    /// Changes records as ``Author/name``, on a thread of the store.
    ///
    /// - Throws: errors of the closure and of the store.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        let author = Author.name
        return try await container.write { context in
            try Author.$name.withValue(author) { try body(context) }
        }
    }
}
