/// How an atomic store is opened.
public struct AtomicStoreOptions: Sendable {
    /// Whether nothing is written. Default: false.
    public var isReadOnly = false
    /// Whether a file that is not there is made. Default: true.
    public var createsFile = true
    /// Whether others are kept out, by a lock file beside the store. Default: true. Without it a save
    /// over a file that somebody else has written is refused. A read-only store keeps nobody out.
    public var locksFile = true
    /// Whether a store of another version of the model is brought to this one. Default: false.
    public var migratesAutomatically = false
    /// Whether the mapping for that is inferred from the two versions. Default: true.
    public var infersMapping = true
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it when it is migrated.
    /// Default: true.
    public var keepsCopyBeforeMigration = true

    public init() {}
}
