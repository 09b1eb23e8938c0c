/// The store that a container opens, with its options.
///
/// ```swift
/// var store = StoreDescription.sqlite(path: "home.sqlite")
/// store.tracksHistory = true
/// store.sqlite.isSecureDelete = true
/// let container = try PersistentContainer(model: model, classes: classes, store: store)
/// ```
/// It replaces the options of `NSPersistentStoreDescription`. <doc:Stores> has a table of them.
public struct StoreDescription: Sendable {
    /// The kind of store.
    public var type: StoreType
    /// The store's location.
    public var location: StoreLocation
    /// The model's configuration whose entities the store has; their new objects are saved here.
    /// Default: nil, for all entities.
    public var configuration: String?
    /// Whether the store is read-only: it is not changed, migrated or locked. No file is created
    /// beside it, except the `-shm` of a log that was copied without it. Saves and batches throw
    /// `PersistenceError.readOnly`. Default: false.
    public var isReadOnly = false
    /// Whether a save waits until its data is on the disk, so that it survives a loss of power.
    /// Default: true.
    public var isSynchronousFull = true
    /// Whether opening the store migrates it to the model's version. Default: true.
    public var shouldMigrateStoreAutomatically = true
    /// Whether the mapping of a migration is inferred. Default: true.
    public var shouldInferMappingModelAutomatically = true
    /// The stages through which a store of an older version passes before it is opened; what is
    /// missing from the last one to the model is inferred. Default: none; then the mapping models
    /// (`.xcmappingmodel`) beside the model's `.xcdatamodeld` are used.
    public var migrationStages: [MigrationStage] = []
    /// The policy classes that mapping models name, by these names, with or without a module. Default: none.
    public var migrationPolicies: [String: EntityMigrationPolicy.Type] = [:]
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it when it is migrated,
    /// in the place of the one before. Default: true.
    public var keepsCopyBeforeMigration = true
    /// Called before a migration that loses records or values, with the losses. An error refuses
    /// it; ``MigrationLoss/refuse(_:)`` always throws one. Default: ``MigrationLoss/log(_:)``.
    public var migrationLossObserver: (@Sendable ([MigrationLoss]) throws -> Void)? =
        MigrationLoss.log
    /// Called with the steps of a migration for a history that is kept elsewhere.
    package var historyObserver: (@Sendable (HistoryStep) -> Void)?
    /// Whether the store keeps a history of changes, in Core Data's tables. A store with a history
    /// always continues it. Default: false.
    public var tracksHistory = false
    /// Whether writers in several programs take turns, by a lock that ends with its holder, so that
    /// nothing is repeated. Only for stores with concurrent writers
    /// (``StoreCapabilities/writesConcurrently``). Default: false.
    public var writersTakeTurns = false
    /// The location of a replica for reads that allow it (``ReplicaReading``). Only for stores in
    /// databases, which keep a history for it. Default: nil.
    public var replica: StoreLocation?
    /// Called, on any thread, when the replica stops responding, also while the store is opened,
    /// and when it responds again. Default: nil.
    public var replicaObserver: (@Sendable (ReplicaState) -> Void)?
    /// Whether a lock file beside the store excludes other processes. Without it several may write:
    /// SQLite's locks serialize their saves, and a save detects changes of other processes like
    /// those of other contexts. Default: true.
    public var locksFile = true
    /// Whether statistics for the query planner are gathered when the store is opened. SQLite keeps
    /// them in a table of the store. Default: false.
    public var analyzesWhenOpened = false
    /// Called with the completed fraction, from 0 to 1, while full-text indexes are built, then sort
    /// keys, then sums of groups. Default: nil.
    public var indexingProgress: (@Sendable (Double) -> Void)?
    /// Called when the store is opened with the reason why it cannot have full-text indexes, so
    /// that searches read the records. Default: nil.
    public var textIndexObserver: (@Sendable (String) -> Void)?
    /// Receives the SQL that the store runs. Default: nil.
    public var trace: SQLTrace?
    /// Options of stores in SQLite files.
    public var sqlite = SQLiteStoreOptions()
    /// Options of another library's kind of store. Default: nil.
    public var options: (any StoreOptions)?
    /// Whether a missing file is created.
    package var createsFile = true
    /// Whether the file will replace another store's, and has its name with `-new`.
    var isStaged = false

    /// Describes a store of a kind at a location, with defaults for everything else.
    public init(type: StoreType, location: StoreLocation) {
        self.type = type
        self.location = location
    }

    /// Describes a store of a kind in a file, with defaults for everything else.
    public init(type: StoreType, path: String = "") {
        self.init(type: type, location: path.isEmpty ? .memory : .file(path))
    }

    /// Describes the store at an address, whose scheme selects the kind.
    ///
    /// ```swift
    /// let store = try StoreDescription(address: "postgresql://user@localhost/home")
    /// ```
    /// - Throws: `PersistenceError.misuse` for an unregistered scheme.
    public init(address: String) throws {
        let location = StoreLocation.address(address)
        self.init(type: try StoreRegistry.kind(at: location).type, location: location)
    }

    /// The path of the file; empty without one.
    public var path: String {
        get { location.path ?? "" }
        set { location = newValue.isEmpty ? .memory : .file(newValue) }
    }

    /// The options of the migration that opening the store begins.
    var migrationOptions: MigrationOptions {
        var options = MigrationOptions()
        options.keepsCopy = keepsCopyBeforeMigration
        options.lossObserver = migrationLossObserver
        options.historyObserver = historyObserver
        return options
    }

    /// A store in a file, which is created if it is missing.
    public static func sqlite(path: String) -> StoreDescription {
        StoreDescription(type: .sqlite, path: path)
    }

    /// A read-only store in a file.
    static func readOnly(path: String) -> StoreDescription {
        var description = StoreDescription(type: .sqlite, path: path)
        description.isReadOnly = true
        return description
    }

    /// A store in an existing file.
    static func existing(path: String) -> StoreDescription {
        var description = StoreDescription(type: .sqlite, path: path)
        description.createsFile = false
        description.shouldMigrateStoreAutomatically = false
        return description
    }

    /// A store in a binary file, held in memory as a whole. The file is created if it is missing.
    public static func binary(path: String) -> StoreDescription {
        StoreDescription(type: .binary, path: path)
    }

    /// A store in an XML file of Core Data's format, held in memory as a whole. The file is created
    /// if it is missing.
    public static func xml(path: String) -> StoreDescription {
        StoreDescription(type: .xml, path: path)
    }

    /// A store in memory.
    public static var inMemory: StoreDescription { StoreDescription(type: .inMemory) }
}

/// Options of stores in SQLite files: ``StoreDescription/sqlite``.
///
/// ```swift
/// var store = StoreDescription.sqlite(path: path)
/// store.sqlite.journalMode = .delete
/// ```
public struct SQLiteStoreOptions: Sendable {
    /// SQLite's journal of a save.
    public enum JournalMode: String, Sendable {
        /// A log beside the file, which allows reads during a write.
        case writeAheadLog = "WAL"
        /// A rollback journal beside the file: writers and readers wait for each other. For stores
        /// that other programs expect to be one file.
        case delete = "DELETE"
        /// A rollback journal in memory, and no wait for the disk. For stores that are thrown away:
        /// a program that ends during a save leaves a damaged one.
        case memory = "MEMORY"
    }

    /// SQLite's journal of a save. Default: a log beside the file.
    public var journalMode = JournalMode.writeAheadLog
    /// The milliseconds to wait for another process's lock. Default: 5,000.
    public var busyTimeout = 5_000
    /// The page cache of each connection in KiB. Default: 4,096.
    public var cacheSize = 4_096
    /// The greatest number of prepared statements that each connection keeps, besides one per
    /// entity for reads by key. Default: 200.
    public var cachedStatementCount = 200
    /// Values of at least this many bytes are stored in separate files where the model allows it.
    /// Default: 102,400.
    public var externalDataThreshold = 102_400
    /// Whether an inferred migration defers the removal of unused columns and tables until the
    /// coordinator's `finishDeferredLightweightMigration()`, or until the store is opened without
    /// this option. Default: false.
    public var defersLightweightMigration = false
    /// Whether deleted data is overwritten with zeros in the store's file. The log keeps it until
    /// the container's `checkpoint()`. Default: false.
    public var isSecureDelete = false
    /// Whether opening the store rewrites the file without the space of deleted records. Default:
    /// false.
    public var vacuumsWhenOpened = false
    /// Whether a store that Apple's framework has made gets full-text indexes
    /// (<doc:FullTextSearch>), with triggers that track that framework's writes. Other stores
    /// always have them. Default: false.
    public var indexesForeignStores = false

    public init() {}
}

/// A kind of store, by its name in the metadata (`NSStoreType`).
public struct StoreType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// A custom kind, which `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`
    /// registers.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A file in Core Data's SQLite layout.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Memory, until the container is closed.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// A binary file, held in memory as a whole.
    public static let binary = StoreType(rawValue: "Binary")
    /// An XML file of Core Data's format, held in memory as a whole.
    public static let xml = StoreType(rawValue: "XML")

    public var description: String { rawValue }
}
