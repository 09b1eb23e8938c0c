public import Persistence

/// The authors of changes in the history of the store.
public enum Author {
    /// The author of the task's changes: a person, a person's script, or a command. Nil without
    /// accounts, and for changes of the program itself.
    @TaskLocal public static var name: String?

    /// The author that replaces the name of an erased person.
    public static let removed = "Person removed"

    /// The author of upgrades of records from earlier versions, which are not listed as changes.
    static let upgrade = "(upgrade)"
}

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
