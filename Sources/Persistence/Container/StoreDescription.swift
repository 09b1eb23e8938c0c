/// Which store a container opens, and how.
public struct StoreDescription: Sendable {
    /// The kind of store.
    public var type: StoreType
    /// Where the store is.
    public var location: StoreLocation
    /// The model's configuration whose entities the store is for: new objects of these go there. Nil,
    /// the default, for all entities.
    public var configuration: String?
    /// Whether the store is not to be written to: no byte of it changes, nothing is migrated and
    /// no one is kept out. No file appears beside it, but for the `-shm` of a log that was copied
    /// without it. Saves and batches are `PersistenceError.readOnly`. Default: false.
    public var isReadOnly = false
    /// Whether a save waits until its data is on the disk, so that it survives a loss of power.
    /// Default: true.
    public var isSynchronousFull = true
    /// Whether a store of another version of the model is migrated when it is opened. Default: true.
    public var shouldMigrateStoreAutomatically = true
    /// Whether the mapping for that is inferred from the two versions. Default: true.
    public var shouldInferMappingModelAutomatically = true
    /// The stages through which a store of an older version passes before it is opened; what is missing from
    /// the last one to the model is inferred. Default: none; then the mapping models (`.xcmappingmodel`) beside
    /// the model's `.xcdatamodeld` are used.
    public var migrationStages: [MigrationStage] = []
    /// The policy classes that mapping models name, by these names, with or without a module. Default: none.
    public var migrationPolicies: [String: EntityMigrationPolicy.Type] = [:]
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it when it is migrated,
    /// in the place of the one before. Default: true.
    public var keepsCopyBeforeMigration = true
    /// Hears of the records and values that a migration does not carry over, before anything is
    /// changed, and may refuse it by an error: ``MigrationLoss/refuse(_:)`` always does. Default: nil.
    public var migrationLossObserver: (@Sendable ([MigrationLoss]) throws -> Void)?
    /// Whether the store keeps a history of what is written, in Core Data's tables. A store that has
    /// one keeps it in any case. Default: false.
    public var tracksHistory = false
    /// Whether those who write the store from several programs at once take turns, by a lock of the
    /// store's that ends with its holder: nothing has to run again then. Only stores that several write at
    /// the same time know it (``StoreCapabilities/writesConcurrently``). Default: false.
    public var writersTakeTurns = false
    /// Where a replica of the store may be read instead, by those who say so (``ReplicaReading``). Only
    /// stores in databases know it, and keep a history for it. Default: nil.
    public var replica: StoreLocation?
    /// Is told when the replica answers no more, also while the store is opened, and when it answers again. It
    /// runs on any thread. Default: nil.
    public var replicaObserver: (@Sendable (ReplicaState) -> Void)?
    /// Whether other processes are kept out, by a lock file beside the store. Without it several may
    /// write: SQLite's locks put their saves in order, and a save finds what another process has
    /// changed as it finds what another context has. Default: true.
    public var locksFile = true
    /// Whether statistics of the store's values, by which a database chooses among indexes, are gathered
    /// when it is opened. In SQLite they are a table of the store. Default: false.
    public var analyzesWhenOpened = false
    /// Hears of the part that is done, from 0 to 1, while the full-text indexes or sort keys of a store are made.
    /// Default: nil.
    public var indexingProgress: (@Sendable (Double) -> Void)?
    /// Is told, when the store is opened, why it cannot keep full-text indexes, so that searches look at the records
    /// themselves. Default: nil.
    public var textIndexObserver: (@Sendable (String) -> Void)?
    /// Receives the SQL that the store runs. Default: nil.
    public var trace: SQLTrace?
    /// Options of stores in SQLite files.
    public var sqlite = SQLiteStoreOptions()
    /// Options of a kind of store that another library brings. Default: nil.
    public var options: (any StoreOptions)?
    /// Whether a file that is not there is made.
    package var createsFile = true
    /// Whether the file is made to take the place of another store's, and has its name with `-new`.
    var isStaged = false

    /// A store of a kind at a place, with everything else at its default.
    public init(type: StoreType, location: StoreLocation) {
        self.type = type
        self.location = location
    }

    /// A store of a kind in a file, with everything else at its default.
    public init(type: StoreType, path: String = "") {
        self.init(type: type, location: path.isEmpty ? .memory : .file(path))
    }

    /// The store that an address leads to, of the kind that its scheme was made known for.
    ///
    /// - Throws: `PersistenceError.misuse` for a scheme of no kind.
    public init(address: String) throws {
        let location = StoreLocation.address(address)
        self.init(type: try StoreRegistry.kind(at: location).type, location: location)
    }

    /// The path of the file; empty for a store in no file.
    public var path: String {
        get { location.path ?? "" }
        set { location = newValue.isEmpty ? .memory : .file(newValue) }
    }

    /// A store in a file. The file is made if it is not there.
    public static func sqlite(path: String) -> StoreDescription {
        StoreDescription(type: .sqlite, path: path)
    }

    /// A store in a file that is only read.
    static func readOnly(path: String) -> StoreDescription {
        var description = StoreDescription(type: .sqlite, path: path)
        description.isReadOnly = true
        return description
    }

    /// A store in a file that has to be there.
    static func existing(path: String) -> StoreDescription {
        var description = StoreDescription(type: .sqlite, path: path)
        description.createsFile = false
        description.shouldMigrateStoreAutomatically = false
        return description
    }

    /// A store in a binary file, in memory as a whole. The file is made if it is not there.
    public static func binary(path: String) -> StoreDescription {
        StoreDescription(type: .binary, path: path)
    }

    /// A store in an XML file of Core Data's format, in memory as a whole. The file is made if it is
    /// not there.
    public static func xml(path: String) -> StoreDescription {
        StoreDescription(type: .xml, path: path)
    }

    /// A store in memory.
    public static var inMemory: StoreDescription { StoreDescription(type: .inMemory) }
}

/// Options of stores in SQLite files: ``StoreDescription/sqlite``.
public struct SQLiteStoreOptions: Sendable {
    /// How SQLite keeps a save until it is in the store's file.
    public enum JournalMode: String, Sendable {
        /// In a log beside the file: others read while one writes.
        case writeAheadLog = "WAL"
        /// In the file itself, whose older pages stand beside it during the save: a save waits for
        /// those who read, and they for it. For stores that other programs expect to be one file.
        case delete = "DELETE"
    }

    /// How SQLite keeps a save until it is in the store's file. Default: a log beside it.
    public var journalMode = JournalMode.writeAheadLog
    /// How many milliseconds to wait for a lock that another process has. Default: 5,000.
    public var busyTimeout = 5_000
    /// The page cache of each connection in KiB. Default: 4,096.
    public var cacheSize = 4_096
    /// The greatest number of prepared statements that each connection keeps, beside one for each
    /// entity whose records are read by their keys. Default: 200.
    public var cachedStatementCount = 200
    /// Values of at least this many bytes live in a file of their own where the model allows it.
    /// Default: 102,400.
    public var externalDataThreshold = 102_400
    /// Whether a migration that is inferred leaves columns and tables that are no longer needed for
    /// later, until `finishDeferredLightweightMigration()` of the coordinator. What is left when the
    /// store is opened without this option is done then. Default: false.
    public var defersLightweightMigration = false
    /// Whether what is deleted is overwritten with zeros in the store's file. The log keeps it until
    /// `checkpoint()` of the container. Default: false.
    public var isSecureDelete = false
    /// Whether the file is rewritten, without the space of deleted records, when the store is
    /// opened. Default: false.
    public var vacuumsWhenOpened = false
    /// Whether a store that Apple's framework has made gets the full-text indexes of its model, with triggers that
    /// keep them (<doc:FullTextSearch>): only these tell of what that framework writes. Default: false. Other stores
    /// have them in any case.
    public var indexesForeignStores = false

    public init() {}
}

/// A kind of store, by the name that its metadata has for it (`NSStoreType`).
public struct StoreType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// A kind of one's own, which `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`
    /// makes known.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A file in Core Data's SQLite layout.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Memory; gone with the container.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// A binary file, in memory as a whole.
    public static let binary = StoreType(rawValue: "Binary")
    /// An XML file of Core Data's format, in memory as a whole.
    public static let xml = StoreType(rawValue: "XML")

    public var description: String { rawValue }
}
