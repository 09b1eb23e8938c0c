import Foundation

/// Does the deferred work of a migration, one table at a time.
///
/// Each table is one transaction, which also removes it from the store's metadata, so that
/// interrupted work continues with the next table.
struct DeferredMigration {
    let connection: Connection
    let schema: SQLSchema

    private var external: ExternalData {
        ExternalData(storePath: connection.path, threshold: 0)
    }

    func finish() throws {
        while try finishTask() {}
    }

    /// Processes the next table.
    ///
    /// - Returns: whether there was one.
    func finishTask() throws -> Bool {
        guard try !StoreMetadata(reading: connection).deferredTasks.isEmpty else { return false }
        try connection.transaction {
            var metadata = try StoreMetadata(reading: connection)
            // Another process may have done it.
            if let table = metadata.deferredTasks.tables.first {
                try drop(metadata.deferredTasks.columns[table] ?? [], of: table)
                metadata.deferredTasks.columns[table] = nil
                try metadata.update(connection)
            }
        }
        try ExternalSweep(schema: schema, external: external, connection: connection).run()
        return true
    }

    private func drop(_ columns: [String], of table: String) throws {
        // The names come from a file: columns of the model are never dropped.
        let all = try connection.columnNames(of: table).filter { !$0.contains("\"") }
        guard !columns.isEmpty else {
            guard table.hasPrefix(DeferredTasks.tablePrefix), !all.isEmpty else { return }
            try recordFiles(all, of: table)
            return try connection.executeOnce("DROP TABLE \"\(table)\"")
        }
        guard let known = schema.tables.first(where: { $0.name == table }) else { return }
        let names = Set(["Z_PK", "Z_ENT", "Z_OPT"] + known.columns.map(\.name))
        let gone = columns.filter { all.contains($0) && !names.contains($0) }
        try recordFiles(gone, of: table)
        for column in gone {
            try connection.executeOnce("ALTER TABLE \"\(table)\" DROP COLUMN \"\(column)\"")
        }
    }

    /// Records the files of values, which are deleted with the values.
    private func recordFiles(_ columns: [String], of table: String) throws {
        let externalColumns = columns.map { ExternalColumn(table: table, column: $0) }
        try ExternalJournal(external: external).add(connection.externalNames(in: externalColumns))
    }
}

/// Unused columns and tables that a migration leaves for later.
struct DeferredTasks: Equatable {
    /// The prefix of the names of replaced tables.
    static let tablePrefix = "Z_MIGRATION_"

    /// The columns to drop, by table; if there are none, the table itself is dropped.
    var columns: [String: [String]] = [:]

    var isEmpty: Bool { columns.isEmpty }
    /// The tables in the order of processing; each is a task.
    var tables: [String] { columns.keys.sorted() }
}

extension StoreMetadata {
    var deferredTasks: DeferredTasks {
        get {
            let members = self.members[Key.deferredMigration]?.dictionary ?? [:]
            return DeferredTasks(
                columns: members.mapValues { $0.array?.compactMap(\.string) ?? [] })
        }
        set {
            members[Key.deferredMigration] =
                newValue.isEmpty
                ? nil
                : .dictionary(newValue.columns.mapValues { .array($0.map { .string($0) }) })
        }
    }
}
