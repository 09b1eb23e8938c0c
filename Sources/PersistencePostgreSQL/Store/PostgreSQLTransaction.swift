import Foundation
import Persistence

/// The writing half of a session within a transaction.
final class PostgreSQLTransaction: SQLTransaction {
    unowned let session: PostgreSQLSession
    let parameters = StatementParameters(capacity: 1 << 12)
    /// What history is to tell; nil if the store keeps none.
    var history: PendingHistory?
    /// The number of large values that were sent ahead of the statements that write them.
    var stagedCount: Int64 = 0
    /// Whether the transaction has written texts whose sort keys are cut, or not written along with them.
    var mayHaveNoted = false
    /// The keys of the records whose texts the full-text indexes lack, by table.
    var unindexed: [String: Set<Int64>] = [:]
    private let keys: KeyBlockAllocator
    var failure: (any Error)?
    /// The derived values that are to be computed anew.
    var underived: Set<DerivedValueKey> = []
    /// What derived attributes got since somebody asked.
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
        if contents.keepsSortKeys, session.hasNotedSortKeys || mayHaveNoted {
            try PostgreSQLStoredSortKeys(connection, schema).update()
        }
        try updateTextIndexes()
        if session.hasNotedTexts { try contents.textIndexes(on: connection).updateNoted() }
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
        mayHaveNoted =
            mayHaveNoted || assignments.contains { entity.sortKeySlots[$0.slot.number] != nil }
        do {
            return try body()
        } catch let error as PostgreSQLError where error.isBeyondRange {
            let names = assignments.map(\.slot.name).sorted().joined(separator: ", ")
            throw PersistenceError.misuse(
                "A batch update computes a number for \(names) that PostgreSQL does not hold there")
        }
    }

    /// A date that is compared may be any; one that is stored has to fit.
    private func check(_ assignment: StoreAssignment) throws {
        guard case .constant(.date(let date)) = assignment.value else { return }
        guard BinaryFormat.microseconds(of: date) != nil else {
            throw PersistenceError.misuse("PostgreSQL holds no date so far away")
        }
    }
}

/// Large values of records that change. A statement would take each as one parameter, of which libpq makes a
/// copy: they are copied into a table of the connection's own piece by piece, and the server takes them from
/// there.
extension PostgreSQLTransaction {
    /// Sends the large values of rows ahead.
    ///
    /// - Parameter rows: the rows, and the numbers of the values that are written.
    /// - Returns: under which number each value is kept until the transaction ends, by the indexes of the rows
    ///   and the numbers of the values; nothing for rows without any.
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
        // Its memory may hold the last one.
        parameters.reset()
        return staged
    }
}

/// The table of values that were sent ahead of the statements that write them.
enum StagedValues {
    private static let table = SQLDialect.stagingTable

    fileprivate static let copyStatement = "COPY \(table) (n, v) FROM STDIN (FORMAT binary)"

    /// Makes the table, which a connection has from the first transaction on that needs it and ends well.
    fileprivate static func makeTable(_ connection: ServerConnection) throws {
        guard try connection.run("SELECT to_regclass('\(table)') IS NULL")[0].boolean(0) else {
            return
        }
        // To try to make them smaller would be in vain mostly.
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
    /// The statements that let large values lie uncompressed in chunks of their own, so that pieces of them are
    /// read without the rest.
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
