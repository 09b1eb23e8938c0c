import CLibpq

/// Rows that a server has answered with.
final class ServerResult {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    var rowCount: Int { Int(PQntuples(handle)) }

    /// The number of rows that the statement has written.
    var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// What the statement was, as the server calls it, with the number of rows.
    var commandTag: String { String(cString: PQcmdStatus(handle)) }

    var rows: some Sequence<ReceivedRow> { (0..<rowCount).lazy.map { self[$0] } }

    subscript(row: Int) -> ReceivedRow { ReceivedRow(row, of: self) }
}
