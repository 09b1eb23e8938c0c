import Foundation
import Persistence

extension PostgreSQLTransaction {
    /// Sends the recorded changes with the next transaction number. Until the transaction ends no
    /// other transaction gets a number, so that numbers follow the order of commits. Returns
    /// whether there was anything to send.
    func sendHistory(_ pipeline: ServerConnection.StatementPipeline) throws -> Bool {
        guard let columns = contents.history, var pending = history, !pending.isEmpty else {
            return false
        }
        try pipeline.send(
            "LOCK TABLE ATRANSACTION IN SHARE ROW EXCLUSIVE MODE", session.noParameters)
        parameters.reset()
        append(texts: [
            pending.origin.author, pending.origin.contextName, Bundle.main.bundleIdentifier,
            ProcessInfo.processInfo.processName, contents.signature,
        ])
        try pipeline.send(
            "INSERT INTO ATRANSACTION (Z_ENT, ZTIMESTAMP, ZAUTHOR, ZCONTEXTNAME, ZBUNDLEID, "
                + "ZPROCESSID, ZSTORE) VALUES (\(HistoryTables.Number.transaction), "
                + "clock_timestamp(), $1, $2, $3, $4, $5)", parameters)
        try sendChanges(&pending, columns, pipeline)
        history?.removeAll()
        return true
    }

    /// Writes the history of another store.
    func insertHistory(_ transactions: [PersistentHistoryTransaction], through last: Int64) throws {
        guard let columns = contents.history else { return }
        try connection.pipelined { pipeline in
            for transaction in transactions { try send(transaction, columns, pipeline) }
            // Earlier transactions that are missing count as deleted.
            let first = transactions.first?.transactionNumber ?? last + 1
            parameters.reset()
            parameters.append(first - 1)
            try pipeline.send(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = $1 WHERE Z_ENT = "
                    + "\(HistoryTables.Number.transaction) "
                    + "AND NOT EXISTS (SELECT 1 FROM ATRANSACTION WHERE Z_PK < $1)", parameters)
            if last > 0 { try setNumber(last, pipeline) }
        }
        // Without a number the store would count as never written.
        if last > 0 { history?.removeAll() }
    }

    private func send(
        _ transaction: PersistentHistoryTransaction, _ columns: HistoryTables,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        let values = StatementParameters()
        var pending = try PendingHistory(copying: transaction) { slot, value in
            guard let attribute = slot.attribute else { return .null }
            values.reset()
            try values.append(value, as: RowPlan.Kind(attribute))
            return values.lastValue.map { .data($0) } ?? .null
        }
        try setNumber(transaction.transactionNumber, pipeline)
        parameters.reset()
        append(texts: [
            transaction.author, transaction.contextName, transaction.bundleID,
            transaction.processID,
        ])
        try parameters.append(constant: .date(transaction.timestamp))
        try pipeline.send(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHOR, ZCONTEXTNAME, ZBUNDLEID, "
                + "ZPROCESSID, ZTIMESTAMP) VALUES (currval(\(HistoryTables.sequence)), "
                + "\(HistoryTables.Number.transaction), $1, $2, $3, $4, $5)", parameters)
        try sendChanges(&pending, columns, pipeline)
    }

    /// Sets the number of the transaction that was written last.
    private func setNumber(_ number: Int64, _ pipeline: ServerConnection.StatementPipeline) throws {
        parameters.reset()
        parameters.append(number)
        try pipeline.send("SELECT setval(\(HistoryTables.sequence), $1)", parameters)
    }

    private func append(texts: [String?]) {
        for text in texts {
            if let text, !text.isEmpty {
                parameters.append(text)
            } else {
                parameters.appendNull(.text)
            }
        }
    }

    /// Writes the changes of the transaction that was written last.
    private func sendChanges(
        _ pending: inout PendingHistory, _ columns: HistoryTables,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        for changes in pending.changes.chunks(of: Self.maximumChangeCount) {
            try send(changes, &pending, columns, pipeline)
        }
    }

    /// The maximum number of changes in one statement.
    private static var maximumChangeCount: Int { 5_000 }

    private func send(
        _ changes: ArraySlice<PendingHistory.Change>, _ pending: inout PendingHistory,
        _ columns: HistoryTables, _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        parameters.reset()
        parameters.append(list: changes.map { Int64($0.type.rawValue) })
        parameters.append(list: changes.map { Int64($0.reference.entityNumber) })
        parameters.append(list: changes.map(\.reference.key))
        var masks: [[UInt8]?] = []
        for change in changes { masks.append(pending.columns(of: change, schema.layout)) }
        parameters.append(list: masks)
        for index in columns.tombstoneColumns.indices {
            parameters.append(
                list: changes.map { change -> [UInt8]? in
                    guard index < change.tombstone.count,
                        case .data(let data) = change.tombstone[index]
                    else { return nil }
                    return [UInt8](data)
                })
        }
        var names = columns.tombstoneColumns
        if columns.hasAnnotations, changes.contains(where: { pending.annotation(of: $0) != nil }) {
            names.append(HistoryTables.annotation)
            parameters.append(list: changes.map { pending.annotation(of: $0).map { [UInt8]($0) } })
        }
        let arrays = (0..<names.count + 1).map { ", CAST($\($0 + 4) AS bytea[])" }.joined()
        let values = names.indices.map { ", v.d\($0)" }.joined()
        try pipeline.send(
            "INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, "
                + "ZCOLUMNS\(names.map { ", \($0)" }.joined())) "
                + "SELECT \(HistoryTables.Number.change), v.t, v.e, v.k, "
                + "currval(\(HistoryTables.sequence)), v.c\(values) "
                + "FROM unnest(CAST($1 AS smallint[]), CAST($2 AS integer[]), "
                + "CAST($3 AS bigint[])\(arrays)) WITH ORDINALITY AS v "
                + "(t, e, k, c\(names.indices.map { ", d\($0)" }.joined()), n) ORDER BY v.n",
            parameters)
    }
}

extension StatementParameters {
    /// Appends a list of bytes as one value, to be cast to `bytea[]`.
    fileprivate func append(list values: [[UInt8]?]) {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (number, bytes) in values.enumerated() {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            guard let bytes else {
                text.append(contentsOf: "NULL".utf8)
                continue
            }
            text.append(contentsOf: #""\\x"#.utf8)
            for byte in bytes {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            text.append(UInt8(ascii: "\""))
        }
        text.append(UInt8(ascii: "}"))
        text.withUnsafeBytes { append($0, .text) }
    }
}
