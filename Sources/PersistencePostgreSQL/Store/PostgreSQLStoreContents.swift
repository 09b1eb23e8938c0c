import Foundation
import ObjectModel
import Persistence
import Synchronization

/// The state that the sessions of a store share.
final class PostgreSQLStoreContents: Sendable {
    let address: ServerAddress
    let schema: SQLSchema
    let storeEntities: StoreEntities
    let identifier: String
    /// The channel for notifications of saves.
    let channel: String
    /// The number of the tables, which distinguishes them from others that replace them.
    let number: Int64
    /// The model's version hashes when the store was opened.
    let versionHashes: [String: Data]
    let isReadOnly: Bool
    /// The selections that read the records of each entity, by entity number − 1.
    let selections: [RecordSelection]
    /// The plans for writing records.
    let plans: WritePlans
    /// Whether the store keeps the sort keys of the model.
    let keepsSortKeys: Bool
    /// The full-text indexes that the store has.
    let textIndexes: [SQLTextIndex]
    /// The uniqueness constraints by the names of their indexes on the server.
    private let constraints: [String: (entity: String, properties: [String])]
    /// Identifies this opening of the store in notifications.
    let signature = UUID().uuidString
    /// Whether writing transactions wait for each other.
    let writersTakeTurns: Bool
    /// Receives the texts of statements.
    let trace: SQLTrace?
    /// The progress of the history.
    let transactions = HistoryProgress()
    private let keptHistory: Mutex<HistoryTables?>
    private let metadataWriter = Mutex<Int64?>(nil)
    private let changes = Atomic<Int>(0)
    let absence = ReconnectBackoff()

    init(
        _ opened: PostgreSQLStoreOpener.Opened, _ description: StoreDescription,
        address: ServerAddress, schema: SQLSchema, storeIndex: Int
    ) {
        let metadata = opened.metadata
        self.address = address
        self.schema = schema
        identifier = metadata.identifier
        channel = "persistence_" + metadata.identifier.lowercased().replacing("-", with: "_")
        number = opened.number
        versionHashes = metadata.versionHashes
        isReadOnly = description.isReadOnly
        writersTakeTurns = description.writersTakeTurns
        trace = description.trace
        keepsSortKeys = opened.keepsSortKeys
        textIndexes = opened.textIndexes
        keptHistory = Mutex(opened.history)
        let storeEntities = StoreEntities(
            layout: schema.layout, storeIdentifier: metadata.identifier, storeIndex: storeIndex)
        self.storeEntities = storeEntities
        selections = schema.layout.entities.map {
            RecordSelection(of: $0, schema: schema, storeEntities: storeEntities.all)
        }
        plans = WritePlans(schema)
        constraints = schema.constraints.reduce(into: [:]) { constraints, pair in
            constraints[ServerName(pair.key).fitting] = pair.value
        }
    }

    /// The tables of the history; nil if the store keeps none.
    var history: HistoryTables? { keptHistory.withLock { $0 } }

    /// Makes a connection.
    ///
    /// - Parameter address: the address; nil, the default, for the store's.
    func connect(to address: ServerAddress? = nil) throws -> ServerConnection {
        let connection =
            try address.map(ServerConnection.init) ?? absence.connect(to: self.address)
        connection.trace = trace
        return connection
    }

    /// Records that another process has begun or removed the history.
    func recordHistory(isKept: Bool) {
        keptHistory.withLock {
            $0 =
                isKept
                ? HistoryTables(
                    tombstoneCount: schema.layout.preservedCount, hasAnnotations: false) : nil
        }
    }

    /// The transaction that wrote the metadata when it was last found unchanged.
    var knownMetadata: Int64? {
        get { metadataWriter.withLock { $0 } }
        set { metadataWriter.withLock { $0 = newValue } }
    }

    var changeCount: Int { changes.load(ordering: .acquiring) }

    func countChange() { changes.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Makes sure that the store was not migrated or replaced since it was opened.
    ///
    /// - Parameters:
    ///   - propertyList: the store's metadata.
    ///   - number: the number of its tables.
    /// - Throws: `PersistenceError.cannotOpen` if the store has another model now,
    ///   `PersistenceError.storeReplaced` if it is another store.
    func checkStore(in propertyList: Data, _ number: Int64) throws {
        let metadata = try PersistentStoreMetadata(
            identifier: identifier, propertyList: propertyList)
        guard metadata.versionHashes == versionHashes, number == self.number else {
            throw replacement(by: metadata)
        }
    }

    /// Makes sure that a connection's names lead to the tables that were opened.
    ///
    /// - Throws: ``replacement(by:)`` if they do not; errors of the server.
    func checkTables(over connection: ServerConnection) throws {
        let reader = StoreReader(address, connection)
        guard try reader.number() != number else { return }
        throw replacement(by: try reader.metadata())
    }

    /// The error for tables that are no longer those that were opened.
    func replacement(by metadata: PersistentStoreMetadata) -> PersistenceError {
        metadata.versionHashes == versionHashes
            ? .storeReplaced(path: address.description)
            : .cannotOpen(
                path: address.description,
                reason: .incompatibleModel("another program has migrated the store"))
    }

    func selection(of entity: EntityLayout) -> RecordSelection { selections[entity.number - 1] }

    /// The uniqueness constraint that an error violates, in the model's terms; nil for another
    /// error.
    func violation(_ refusal: PostgreSQLError) -> PersistenceError? {
        guard refusal.isUniqueViolation, let constraint = refusal.constraint else { return nil }
        if let (entity, properties) = constraints[constraint] {
            return .constraintConflict(entity: entity, properties: properties)
        }
        guard constraint.hasSuffix("_pkey") else { return nil }
        return schema.layout.entities.first {
            ServerName(schema[$0].table).stored == refusal.table
        }.map(PersistenceError.takenID)
    }
}

/// A name that is used in statements without quotes.
struct ServerName {
    /// The number of bytes that PostgreSQL keeps of a name.
    static let maximumLength = 63
    /// The name as the server keeps it: ASCII letters in lower case.
    let stored: String

    init(_ name: String) {
        stored = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    ("A"..."Z").contains(scalar)
                        ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
                }))
    }

    /// Whether the server would cut the name off.
    var isTooLong: Bool { stored.utf8.count > Self.maximumLength }
}

extension ServerName {
    /// The name or, if it is too long, its beginning and a hash of all of it.
    var fitting: String {
        guard isTooLong else { return stored }
        var start = stored
        while start.utf8.count > Self.maximumLength - 17 { start.removeLast() }
        return start + "_" + Self.sum(of: stored)
    }

    /// A hash of a text, at most 16 letters and digits.
    static func sum(of text: String) -> String {
        let sum = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(sum, radix: 16)
    }

    /// A statement that creates an index, with a name that the server keeps whole; other statements
    /// as they are.
    static func fitting(_ statement: String) -> String {
        for beginning in ["CREATE INDEX ", "CREATE UNIQUE INDEX "]
        where statement.hasPrefix(beginning) {
            let rest = statement.dropFirst(beginning.count)
            let name = rest.prefix { $0 != " " }
            guard ServerName(String(name)).isTooLong else { return statement }
            return beginning + ServerName(String(name)).fitting + rest.dropFirst(name.count)
        }
        return statement
    }
}
