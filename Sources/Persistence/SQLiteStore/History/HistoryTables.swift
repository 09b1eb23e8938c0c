import ObjectModel

/// The tables of a store's history, as Core Data makes them.
package struct HistoryTables: Sendable {
    /// The numbers of the entities that history is made of.
    package enum Number {
        package static let change = 16001
        package static let transaction = 16002
        static let string = 16003
    }

    /// The columns for preserved values that the store has.
    let tombstoneColumns: [String]
    /// Whether the store has a column for annotations, which Core Data's stores do not.
    private(set) var hasAnnotations: Bool

    /// The tables of a store that has them; nil if it keeps no history.
    init?(_ catalog: StoreCatalog) {
        guard let columns = catalog.columns["ACHANGE"], catalog.columns["ATRANSACTION"] != nil,
            catalog.columns["ATRANSACTIONSTRING"] != nil
        else { return nil }
        tombstoneColumns = (0..<columns.count).map(Self.tombstone).filter(columns.contains)
        hasAnnotations = columns.contains(Self.annotation)
    }

    private init(tombstoneCount: Int) {
        tombstoneColumns = (0..<tombstoneCount).map(Self.tombstone)
        hasAnnotations = false
    }

    /// What a transaction tells in texts.
    static let textNames = ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"]

    /// The column for annotations.
    package static let annotation = "ZANNOTATION"

    package static func tombstone(_ number: Int) -> String { "ZTOMBSTONE\(number)" }

    /// Makes the tables in a store that has none, unless somebody else has done so meanwhile.
    static func create(_ layout: ModelLayout, _ connection: Connection) throws -> HistoryTables {
        try connection.transaction {
            if let tables = HistoryTables(try StoreCatalog(connection)) { return tables }
            return try createInTransaction(layout, connection)
        }
    }

    /// Makes the tables in a store that has none, within a transaction.
    static func createInTransaction(
        _ layout: ModelLayout, _ connection: Connection
    ) throws -> HistoryTables {
        let tables = HistoryTables(tombstoneCount: layout.preservedCount)
        try tables.statements.forEach(connection.executeOnce)
        return tables
    }

    /// Lets changes have annotations: whoever keeps them asks for what became of a record, which the index
    /// answers.
    mutating func addAnnotations(_ connection: Connection) throws {
        try connection.executeOnce("ALTER TABLE ACHANGE ADD COLUMN \(Self.annotation) BLOB")
        try connection.executeOnce(
            "CREATE INDEX IF NOT EXISTS ACHANGE_ZENTITYPK_INDEX ON ACHANGE (ZENTITYPK, ZENTITY)")
        hasAnnotations = true
    }

    private var statements: [String] {
        let head = "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,"
        let tombstones = tombstoneColumns.map { ", \($0) BLOB" }.joined()
        let strings = Self.textNames
        let keys = strings.map { "Z\($0)TS INTEGER" }.joined(separator: ", ")
        let texts = strings.map { "Z\($0) VARCHAR" }.joined(separator: ", ")
        return [
            "CREATE TABLE ACHANGE \(head) ZCHANGETYPE INTEGER, ZENTITY INTEGER, "
                + "ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )",
            "CREATE TABLE ATRANSACTION \(head) \(keys), ZTIMESTAMP FLOAT, \(texts), "
                + "ZQUERYGEN BLOB )",
            "CREATE TABLE ATRANSACTIONSTRING \(head) ZNAME VARCHAR )",
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        ]
            + strings.map {
                "CREATE INDEX ATRANSACTION_Z\($0)TS_INDEX ON ATRANSACTION (Z\($0)TS)"
            } + [
                "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION "
                    + "(ZAUTHOR COLLATE BINARY ASC)",
                "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
                    + "(ZTIMESTAMP COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
                    + "(ZNAME COLLATE BINARY ASC)",
            ]
            + [
                (Number.change, "CHANGE"), (Number.transaction, "TRANSACTION"),
                (Number.string, "TRANSACTIONSTRING"),
            ].map {
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                    + "VALUES (\($0.0), '\($0.1)', 0, 0)"
            }
    }
}

extension HistoryTables {
    /// The number of the last transaction of a store that keeps a history, forgotten ones included.
    static func lastNumber(_ connection: Connection) throws -> Int64? {
        try connection.integer(
            "SELECT max(ifnull((SELECT max(Z_PK) FROM ATRANSACTION), 0), ifnull((SELECT Z_MAX "
                + "FROM Z_PRIMARYKEY WHERE Z_ENT = \(Number.transaction)), 0))")
    }
}

extension EntityLayout {
    /// The attributes whose values history preserves when a record is deleted, by name.
    package var preservedSlots: [PropertySlot] {
        slots.filter { $0.attribute?.preservesValueInHistoryOnDeletion == true && !$0.isTransient }
            .sorted { $0.name < $1.name }
    }
}

extension ModelLayout {
    /// The greatest number of values that history preserves of a record.
    package var preservedCount: Int { entities.map(\.preservedSlots.count).max() ?? 0 }
}

/// The bits in which history tells which properties an update wrote: the first property of the entity
/// by name is the most significant bit of the first byte.
struct ColumnMask: Sendable {
    /// The properties that have a bit, in its order.
    private let names: [String]
    private let positions: [String: Int]

    init(_ entity: EntityLayout) {
        names = entity.slots.filter { !$0.isTransient }.map(\.name).sorted()
        positions = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }

    /// The bytes for some properties.
    func bytes(of changed: some Sequence<String>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (names.count + 7) / 8)
        for name in changed {
            guard let position = positions[name] else { continue }
            bytes[position / 8] |= 0x80 >> (position % 8)
        }
        return bytes
    }

    /// The properties that bytes name; nil if they name one that is not there.
    func names(in bytes: [UInt8]) -> Set<String>? {
        var result: Set<String> = []
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & (0x80 >> bit) != 0 {
                let position = index * 8 + bit
                guard names.indices.contains(position) else { return nil }
                result.insert(names[position])
            }
        }
        return result
    }
}
