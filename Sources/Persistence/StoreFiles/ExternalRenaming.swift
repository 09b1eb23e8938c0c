import Foundation

/// Renames the references to external files in a copy of a store.
struct ExternalRenaming {
    /// The copy, which must not be open.
    let path: String
    /// The new names by the old ones.
    let names: [String: String]

    /// Updates the references to renamed files, and returns the names of all files that the copy
    /// refers to.
    func run() throws -> Set<String> {
        guard !names.isEmpty else { return [] }
        let changed = names.filter { $0.key != $0.value }
        let access = StoreAccess(.existing(path: path))
        do {
            let connection = try access.connect()
            if !changed.isEmpty { try rewrite(changed, connection) }
            return try connection.externalNames()
        } catch {
            throw access.openFailure(error)
        }
    }

    private func rewrite(_ names: [String: String], _ connection: Connection) throws {
        // The copy has no readers yet, and should stay one file.
        let hasLog = try connection.text("PRAGMA journal_mode") == "wal"
        try connection.executeOnce("PRAGMA journal_mode = DELETE")
        try connection.transaction {
            for externalColumn in try connection.externalColumns() {
                try rewrite(names, externalColumn, connection)
            }
        }
        if hasLog { try connection.executeOnce("PRAGMA journal_mode = WAL") }
    }

    private func rewrite(
        _ names: [String: String], _ externalColumn: ExternalColumn, _ connection: Connection
    ) throws {
        let present = try connection.externalNames(in: externalColumn)
        guard !present.isDisjoint(with: names.keys) else { return }
        for (key, marker) in try markers(externalColumn, connection) {
            guard case .file(let name) = marker, let newName = names[name] else { continue }
            let sql =
                "UPDATE \"\(externalColumn.table)\" SET \"\(externalColumn.column)\" = ? WHERE rowid = ?"
            try connection.withStatement(sql) { statement in
                try ExternalMarker.file(newName).stored.withUnsafeBytes {
                    try statement.bind($0, at: 1)
                }
                try statement.bind(key, at: 2)
                try statement.run()
            }
        }
    }

    private func markers(
        _ externalColumn: ExternalColumn, _ connection: Connection
    ) throws -> [(key: Int64, marker: ExternalMarker)] {
        let column = "\"\(externalColumn.column)\""
        let sql =
            "SELECT rowid, \(column) FROM \"\(externalColumn.table)\" WHERE typeof(\(column)) = 'blob' "
            + "AND length(\(column)) <= 64 AND substr(\(column), 1, 1) = x'02'"
        return try connection.withStatement(sql) { statement in
            var markers: [(Int64, ExternalMarker)] = []
            while try statement.step() {
                markers.append(
                    (statement.integer(0), ExternalMarker(SQLValue(statement.handle, 1).data)))
            }
            return markers
        }
    }
}
