import Foundation
import ObjectModel
import Persistence
import Synchronization

/// What the sessions of a store share.
final class PostgreSQLStoreContents: Sendable {
    let address: ServerAddress
    let schema: SQLSchema
    let storeEntities: StoreEntities
    let identifier: String
    /// The channel on which saves are told.
    let channel: String
    /// The number of the tables, by which they are told from others that come in their place.
    let number: Int64
    /// The hashes of the model that the store had when it was opened.
    let versionHashes: [String: Data]
    let isReadOnly: Bool
    /// By entity number − 1, how its records are read.
    let selections: [RecordSelection]
    /// How records are written.
    let plans: WritePlans
    /// Whether the store keeps the sort keys of the model.
    let keepsSortKeys: Bool
    /// The full-text indexes that the store has.
    let textIndexes: [SQLTextIndex]
    /// The uniqueness constraints by the names of their indexes, as the server spells them.
    private let constraints: [String: (entity: String, properties: [String])]
    /// Tells this opening of the store from others in what it tells them.
    let signature: String
    /// Whether those who write wait for each other.
    let writersTakeTurns: Bool
    /// Who receives the texts of statements.
    let trace: SQLTrace?
    /// How far the history has come.
    let transactions = HistoryProgress()
    private let keptHistory: Mutex<HistoryTables?>
    private let metadataWriter = Mutex<Int64?>(nil)
    private let changes = Atomic<Int>(0)
    let absence = ReconnectBackoff()

    init(
        address: ServerAddress, schema: SQLSchema, metadata: PersistentStoreMetadata,
        number: Int64, isReadOnly: Bool, storeIndex: Int, signature: String,
        writersTakeTurns: Bool = false, keepsSortKeys: Bool, textIndexes: [SQLTextIndex],
        history: HistoryTables? = nil, trace: SQLTrace? = nil
    ) {
        self.address = address
        self.schema = schema
        identifier = metadata.identifier
        channel = "persistence_" + metadata.identifier.lowercased().replacing("-", with: "_")
        self.number = number
        versionHashes = metadata.versionHashes
        self.isReadOnly = isReadOnly
        self.signature = signature
        self.writersTakeTurns = writersTakeTurns
        self.trace = trace
        self.keepsSortKeys = keepsSortKeys
        self.textIndexes = textIndexes
        keptHistory = Mutex(history)
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
    /// - Parameter address: where to; nil, the default, for the store's own.
    func connect(to address: ServerAddress? = nil) throws -> ServerConnection {
        let connection =
            try address.map(ServerConnection.init) ?? absence.connect(to: self.address)
        connection.trace = trace
        return connection
    }

    /// Records that somebody else has begun a history, or has taken it away.
    func recordHistory(isKept: Bool) {
        keptHistory.withLock {
            $0 =
                isKept
                ? HistoryTables(
                    tombstoneCount: schema.layout.preservedCount, hasAnnotations: false) : nil
        }
    }

    /// Which transaction has written what the store says about itself, when that was found to be right last.
    var knownMetadata: Int64? {
        get { metadataWriter.withLock { $0 } }
        set { metadataWriter.withLock { $0 = newValue } }
    }

    var changeCount: Int { changes.load(ordering: .acquiring) }

    func countChange() { changes.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Makes sure that nobody has migrated the store since it was opened, or put another one in its place.
    ///
    /// - Parameters:
    ///   - propertyList: what the store says about itself.
    ///   - number: the number of its tables.
    /// - Throws: `PersistenceError.cannotOpen` if it is a store of another model now,
    ///   `PersistenceError.storeReplaced` if it is another store.
    func checkStore(in propertyList: Data, _ number: Int64) throws {
        let metadata = try PersistentStoreMetadata(
            identifier: identifier, propertyList: propertyList)
        guard metadata.versionHashes == versionHashes, number == self.number else {
            throw replacement(by: metadata)
        }
    }

    /// Makes sure that the tables that a connection leads to are those that were opened.
    ///
    /// - Throws: ``replacement(by:)`` if they are not, errors of the server.
    func checkTables(over connection: ServerConnection) throws {
        let reader = StoreReader(address, connection)
        guard try reader.number() != number else { return }
        throw replacement(by: try reader.metadata())
    }

    /// What is to be said where the tables are not those that were opened any more.
    func replacement(by metadata: PersistentStoreMetadata) -> PersistenceError {
        metadata.versionHashes == versionHashes
            ? .storeReplaced(path: address.description)
            : .cannotOpen(
                path: address.description,
                reason: .incompatibleModel("another program has migrated the store"))
    }

    func selection(of entity: EntityLayout) -> RecordSelection { selections[entity.number - 1] }

    /// Which values the server refused to have twice, in the words of the model; nil if it refused something
    /// else.
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

/// A name that stands in statements without quotes.
struct ServerName {
    /// The number of bytes that PostgreSQL keeps of a name.
    static let maximumLength = 63
    /// The name as the server keeps it: its letters of ASCII small.
    let stored: String

    init(_ name: String) {
        stored = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    ("A"..."Z").contains(scalar)
                        ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
                }))
    }

    /// Whether the server would keep a part of the name only.
    var isTooLong: Bool { stored.utf8.count > Self.maximumLength }
}

extension ServerName {
    /// The name, or, if it is too long, its beginning and a sum over all of it.
    var fitting: String {
        guard isTooLong else { return stored }
        var start = stored
        while start.utf8.count > Self.maximumLength - 17 { start.removeLast() }
        return start + "_" + Self.sum(of: stored)
    }

    /// A sum over a text, of at most 16 letters and digits.
    static func sum(of text: String) -> String {
        let sum = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(sum, radix: 16)
    }

    /// The statement that makes an index, with a name that the server keeps; others as they are.
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
