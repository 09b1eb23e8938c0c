import CLibpq

extension ServerConnection {
    /// Runs a `COPY … FROM STDIN (FORMAT binary)` with the rows that a closure writes. Returns
    /// their number.
    @discardableResult
    func copyIn(_ sql: String, _ body: (CopyWriter) throws -> Void) throws -> Int {
        try beginCopying(sql, PGRES_COPY_IN)
        let writer = CopyWriter(handle)
        var failure: (any Error)?
        do {
            try body(writer)
            try writer.finish()
        } catch is CopyFailure {
            // The result says why the server takes no more rows.
        } catch {
            failure = error
        }
        let code = PQputCopyEnd(handle, failure == nil ? nil : "the rows could not be made")
        guard code == 1 else {
            throw failure
                ?? PostgreSQLError(lost: handle, statement: sql, server: address.description)
        }
        roundTripCount += 1
        var count = 0
        while let result = try nextResult(of: sql) {
            do { try check(result, sql) } catch { failure = failure ?? error }
            count = result.changedCount
        }
        if let failure { throw failure }
        return count
    }

    /// Writes rows in the format of a binary COPY. Large values are sent in pieces, without a copy.
    final class CopyWriter {
        private static let maximumLength = 1 << 16
        private let handle: OpaquePointer
        private var buffer: [UInt8]
        /// The size of the row buffer in bytes.
        var capacity: Int { buffer.capacity }

        fileprivate init(_ handle: OpaquePointer) {
            self.handle = handle
            // The signature, no flags, no header extension.
            buffer =
                Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + Array(repeating: 0, count: 8)
        }

        func write(_ row: StatementParameters) throws {
            append(Int16(row.count))
            try row.withPointers { count, values, lengths, _ in
                Result {
                    for column in 0..<Int(count) {
                        guard let value = values[column] else {
                            append(Int32(-1))
                            continue
                        }
                        append(lengths[column])
                        try append(
                            UnsafeRawBufferPointer(start: value, count: Int(lengths[column])))
                    }
                }
            }.get()
            if buffer.count >= Self.maximumLength { try flush() }
        }

        private func append(_ value: UnsafeRawBufferPointer) throws {
            let length = StatementParameters.largeLength
            guard value.count >= length else { return buffer.append(contentsOf: value) }
            try flush()
            for start in stride(from: 0, to: value.count, by: length) {
                try send(
                    UnsafeRawBufferPointer(
                        rebasing: value[start..<min(start + length, value.count)]))
            }
        }

        fileprivate func finish() throws {
            append(Int16(-1))
            try flush()
        }

        private func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { buffer.append(contentsOf: $0) }
        }

        private func flush() throws {
            try buffer.withUnsafeBytes(send)
            buffer.removeAll(keepingCapacity: true)
        }

        private func send(_ bytes: UnsafeRawBufferPointer) throws {
            let code = PQputCopyData(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
            guard code == 1 else { throw CopyFailure() }
        }
    }

    /// Signals that the server takes no more rows.
    struct CopyFailure: Error {}
}

extension ServerConnection {
    /// The number of rows that are read at once.
    static let batchSize = 10_000

    /// The number of rows in a table.
    func count(_ table: String) throws -> Int64 {
        try runOnce("SELECT count(*) FROM \(table)")[0].integer(0)
    }

    /// Reads all rows of a table in batches, ordered by key.
    ///
    /// - Parameters:
    ///   - selection: the query, with the key as the first column.
    ///   - report: receives the number of rows read so far.
    func forEachPortion(
        of selection: String, _ report: (Int) -> Void, _ body: (ServerResult) throws -> Void
    ) throws {
        var (last, count) = (Int64.min, 0)
        while true {
            let parameters = StatementParameters(capacity: 8)
            parameters.append(last)
            let rows = try run(
                "\(selection) WHERE Z_PK > $1 ORDER BY Z_PK LIMIT \(Self.batchSize)", parameters)
            guard rows.rowCount > 0 else { return }
            try body(rows)
            last = rows[rows.rowCount - 1].integer(0)
            count += rows.rowCount
            report(count)
        }
    }
}
