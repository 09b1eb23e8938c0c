import Foundation

/// Does what a migration has left for later, one table at a time.
///
/// Each table is a transaction, which takes it from the store's metadata too: whoever is interrupted,
/// or comes later, goes on with the next one.
struct DeferredMigration {
    let connection: Connection
    let schema: SQLSchema

    private var external: ExternalData {
        ExternalData(storePath: connection.path, threshold: 0)
    }

    /// Does all that is left.
    func finish() throws {
        while try finishTask() {}
    }

    /// Deals with the next table.
    ///
    /// - Returns: whether there was one.
    func finishTask() throws -> Bool {
        guard try !StoreMetadata(reading: connection).deferredTasks.isEmpty else { return false }
        try connection.transaction {
            var metadata = try StoreMetadata(reading: connection)
            // Another process may have been quicker.
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
        // The names come from a file: nothing goes that the model knows.
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

    /// Notes the files of values, which go when the values are gone.
    private func recordFiles(_ columns: [String], of table: String) throws {
        let externalColumns = columns.map { ExternalColumn(table: table, column: $0) }
        try ExternalJournal(external: external).add(connection.externalNames(in: externalColumns))
    }
}

/// What a migration has left for later: columns and tables that nothing needs any more.
struct DeferredTasks: Equatable {
    /// Before the name of an older table that another one has replaced.
    static let tablePrefix = "Z_MIGRATION_"

    /// The columns to drop by their table; of a table without columns, the table itself.
    var columns: [String: [String]] = [:]

    var isEmpty: Bool { columns.isEmpty }
    /// The tables in the order in which they are dealt with: one is a task.
    var tables: [String] { columns.keys.sorted() }
}

extension StoreMetadata {
    /// What a migration has left for later.
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
