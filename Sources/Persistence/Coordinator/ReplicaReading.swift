/// Which reads may be answered by a replica of a store's server, which may be behind.
///
/// ```swift
/// try await ReplicaReading.$leastTransaction.withValue(0) {
///     try await container.read { … }
/// }
/// ```
///
/// Whatever the number is, a store with a replica (``StoreDescription/replica``) reads that only if it has
/// all that this program knows of, so that what is kept in memory beside the store is never made of
/// something older.
public enum ReplicaReading {
    /// The number of a transaction of the history that a replica must have at least, for example the one by
    /// which somebody has saved through another server. Nil, the default, for reads of the store itself.
    @TaskLocal public static var leastTransaction: Int64?
}

/// What was found out about a replica that is to be read.
public enum ReplicaState: Sendable, Hashable {
    /// It answers.
    case present
    /// It does not answer, or cannot be read, and why. What was to be read from it is read from the store itself,
    /// and it is asked again.
    case absent(reason: String)
}
