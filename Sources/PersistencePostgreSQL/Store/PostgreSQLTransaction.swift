import Foundation
import Persistence

/// The writing part of a session, within a transaction.
final class PostgreSQLTransaction: SQLTransaction {
    unowned let session: PostgreSQLSession
    let parameters = StatementParameters(capacity: 1 << 12)
    /// The changes for the history; nil if the store keeps none.
    var history: PendingHistory?
    /// The number of large values that were staged.
    var stagedCount: Int64 = 0
    /// Whether the transaction has written texts whose sort keys are cut or not written yet.
    var mayHaveChangedSortKeys = false
    /// The keys of the records whose texts the full-text indexes lack, by table.
    var unindexed: [String: Set<Int64>] = [:]
    private let keys: KeyBlockAllocator
    var failure: (any Error)?
    /// The derived values that have to be recomputed.
    var underived: Set<DerivedValueKey> = []
    /// The derived values computed since they were last taken.
    var derived: [DerivedValueKey: StoreDerivedValue] = [:]

    init(_ session: PostgreSQLSession, _ keys: KeyBlockAllocator) {
        self.session = session
        self.keys = keys
        if session.contents.history != nil { history = PendingHistory() }
    }

    var connection: ServerConnection { get throws { try session.begun() } }
    var contents: PostgreSQLStoreContents { session.contents }

    func prepareCommit() throws {
        if let failure { throw failure }
        try derive()
        if contents.keepsSortKeys, session.hasChangedSortKeys || mayHaveChangedSortKeys {
            try PostgreSQLStoredSortKeys(connection, schema).update()
        }
        try updateTextIndexes()
        if session.hasChangedTexts { try contents.textIndexes(on: connection).updateChanged() }
    }

    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
        try keys.take(count, of: schema.layout.entity(rootNumber), contents)
    }

    func writing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let refusal as PostgreSQLError {
            throw contents.violation(refusal) ?? refusal
        }
    }
}

extension PostgreSQLTransaction {
    func updating<T>(
        _ entity: EntityLayout, _ assignments: [StoreAssignment], _ body: () throws -> T
    ) throws -> T {
        try assignments.forEach(check)
        mayHaveChangedSortKeys =
            mayHaveChangedSortKeys
            || assignments.contains { entity.sortKeySlots[$0.slot.number] != nil }
        do {
            return try body()
        } catch let error as PostgreSQLError where error.isBeyondRange {
            let names = assignments.map(\.slot.name).sorted().joined(separator: ", ")
            throw PersistenceError.misuse(
                "A batch update computes a number for \(names) that PostgreSQL does not hold there")
        }
    }

    /// A date in a comparison may be any; a stored one has to fit.
    private func check(_ assignment: StoreAssignment) throws {
        guard case .constant(.date(let date)) = assignment.value else { return }
        guard BinaryFormat.microseconds(of: date) != nil else {
            throw PersistenceError.misuse("PostgreSQL holds no date so far away")
        }
    }
}

/// Staging of large values of updated records. As a statement's parameter, libpq would copy each
/// one: instead they are copied in pieces into a temporary table, from which the server takes them.
extension PostgreSQLTransaction {
    /// Sends the large values of rows ahead.
    ///
    /// - Parameter rows: the rows, and the numbers of the values that are written.
    /// - Returns: the number under which each value is staged until the transaction ends, by row
    ///   index and value number; nothing for rows without large values.
    func stage(_ rows: [(RowSnapshot, [Int])]) throws -> [Int: [Int: Int64]] {
        var staged: [Int: [Int: Int64]] = [:]
        for (index, (row, numbers)) in rows.enumerated() {
            for number in numbers where row.hasLargeData(number) {
                stagedCount += 1
                staged[index, default: [:]][number] = stagedCount
            }
        }
        guard !staged.isEmpty else { return staged }
        let connection = try connection
        try StagedValues.makeTable(connection)
        try connection.copyIn(StagedValues.copyStatement) { writer in
            for (index, values) in staged.sorted(by: { $0.key < $1.key }) {
                for (number, kept) in values {
                    parameters.reset()
                    parameters.append(kept)
                    try parameters.append(rows[index].0[number], as: .binary)
                    try writer.write(parameters)
                }
            }
        }
        // The buffer may still hold the last value.
        parameters.reset()
        return staged
    }
}

/// The temporary table of large values.
enum StagedValues {
    private static let table = SQLDialect.stagingTable

    fileprivate static let copyStatement = "COPY \(table) (n, v) FROM STDIN (FORMAT binary)"

    /// Creates the table, which a connection keeps once a transaction that needs it has committed.
    fileprivate static func makeTable(_ connection: ServerConnection) throws {
        guard try connection.run("SELECT to_regclass('\(table)') IS NULL")[0].boolean(0) else {
            return
        }
        // Compression would mostly be in vain.
        try connection.execute(
            "CREATE TEMP TABLE z_large_value (n bigint, v bytea) ON COMMIT DELETE ROWS; "
                + "ALTER TABLE \(table) ALTER COLUMN v SET STORAGE EXTERNAL")
    }
}

extension RowSnapshot {
    /// Whether a value is data that is sent in pieces.
    func hasLargeData(_ number: Int) -> Bool {
        guard case .data(let data) = self[number] else { return false }
        return data.count >= StatementParameters.largeLength
    }
}

extension SQLSchema {
    /// The statements that let large values be stored uncompressed and out of line, so that pieces
    /// of them can be read without the rest.
    var largeValueStatements: [String] {
        layout.entities.flatMap { entity in
            entity.slots.filter {
                $0.declaringEntityNumber == entity.number && $0.isStoredExternally
            }.compactMap { slot in
                self[entity].columns[slot.number].map {
                    "ALTER TABLE \(self[entity].table) ALTER COLUMN \($0) SET STORAGE EXTERNAL"
                }
            }
        }
    }
}
