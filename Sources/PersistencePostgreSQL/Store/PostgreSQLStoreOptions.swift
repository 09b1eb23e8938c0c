public import Persistence

/// How a PostgreSQL store is opened.
public struct PostgreSQLStoreOptions: StoreOptions {
    /// Whether nothing is written. Default: false.
    public var isReadOnly = false
    /// The greatest number of connections for reading. Two more write and give keys, one listens.
    /// Default: 4.
    public var readerCount = 4
    /// How many seconds to wait for a connection that others use. Default: 30.
    public var patience = 30.0
    /// Whether saves of other programs are heard of when they happen, over a connection of its own.
    /// Default: true.
    public var listens = true

    public init() {}
}
