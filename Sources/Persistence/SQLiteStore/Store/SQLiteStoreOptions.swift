/// How an SQLite store is opened.
public struct SQLiteStoreOptions: Sendable {
    /// How sure a save is when it returns.
    public enum Synchronous: String, Sendable {
        /// It survives a loss of power.
        case full = "FULL"
        /// It survives the end of the process; a loss of power may take the last saves.
        case normal = "NORMAL"
    }

    /// How SQLite keeps a save until it is in the store's file.
    public enum JournalMode: String, Sendable {
        /// In a log beside the file: others read while one writes.
        case writeAheadLog = "WAL"
        /// In the file itself, whose older pages stand beside it during the save: a save waits for
        /// those who read, and they for it. For stores that other programs expect to be one file.
        case delete = "DELETE"
    }

    /// Whether nothing is written, not even beside the file, but for the `-shm` of a log that was
    /// copied without it. Default: false.
    public var isReadOnly = false
    /// Whether a file that is not there is made. Default: true.
    public var createsFile = true
    /// How sure a save is when it returns. Default: full.
    public var synchronous = Synchronous.full
    /// The greatest number of connections for reading. Default: 4.
    public var readerCount = 4
    /// Whether other processes are kept out, by a lock file beside the store. Default: true. A
    /// read-only store keeps nobody out.
    public var locksFile = true
    /// How many milliseconds to wait for a lock of SQLite's. Default: 5,000.
    public var busyTimeout = 5_000
    /// The greatest number of prepared statements that each connection keeps, beside one for each
    /// entity whose records are read by their keys. Default: 200.
    public var cachedStatementCount = 200
    /// The page cache of each connection in KiB. Default: 4,096.
    public var cacheSize = 4_096
    /// Values of at least this many bytes live in a file of their own where the model allows it.
    /// Default: 102,400.
    public var externalDataThreshold = 102_400
    /// Whether a store of another version of the model is brought to this one. Default: false.
    public var migratesAutomatically = false
    /// Whether the mapping for that is inferred from the two versions. Default: true.
    public var infersMapping = true
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it when it is migrated.
    /// Default: true.
    public var keepsCopyBeforeMigration = true
    /// Whether a migration leaves columns and tables that nothing needs any more for later. What is
    /// left when a store is opened without this option is done then. Default: false.
    public var defersMigration = false
    /// Whether what is deleted is overwritten with zeros in the file. Default: false.
    public var securelyDeletes = false
    /// Whether the store keeps a history of what is written. A store that has one keeps it in any
    /// case. Default: false.
    public var tracksHistory = false
    /// How SQLite keeps a save until it is in the store's file. Default: a log beside it.
    public var journalMode = JournalMode.writeAheadLog
    /// Whether statistics of the store's values, by which SQLite chooses among indexes, are gathered
    /// when it is opened. They are a table of the store. Default: false.
    public var analyzesWhenOpened = false
    /// Whether the file is written anew, without the space of deleted records, when the store is
    /// opened. Default: false.
    public var vacuumsWhenOpened = false
    /// Whether a store that Apple's framework has made gets the full-text indexes of its model, with triggers that
    /// keep them: only these tell of what that framework writes. Default: false. Other stores have them in any
    /// case.
    public var indexesForeignStores = false
    /// Hears of the part that is done, from 0 to 1, while full-text indexes or sort keys are made. Default: nil.
    public var indexingProgress: (@Sendable (Double) -> Void)?
    /// Is told why SQLite cannot keep full-text indexes, so that searches look at the records themselves. Default:
    /// nil.
    public var textIndexObserver: (@Sendable (String) -> Void)?
    /// The model's configuration that the store is for; nil for all of the model.
    var configuration: String?
    /// Whether the file is made to take the place of another store's, and has its name with `-new`.
    var isStaged = false
    /// Receives the SQL that the store runs. Default: nil.
    public var trace: SQLTrace?

    public init() {}
}
