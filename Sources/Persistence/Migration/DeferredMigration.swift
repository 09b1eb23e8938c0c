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
        try connection.executeOnce("BEGIN IMMEDIATE")
        do {
            var metadata = try StoreMetadata(reading: connection)
            // Another process may have been quicker.
            if let table = metadata.deferredTasks.tables.first {
                try drop(metadata.deferredTasks.columns[table] ?? [], of: table)
                metadata.deferredTasks.columns[table] = nil
                try metadata.update(connection)
            }
            try connection.executeOnce("COMMIT")
        } catch {
            if connection.isInTransaction { try connection.executeOnce("ROLLBACK") }
            throw error
        }
        try ExternalSweep(schema: schema, external: external, connection: connection).run()
        return true
    }

    private func drop(_ columns: [String], of table: String) throws {
        let all = try self.columns(of: table)
        // The names come from a file: nothing goes that the model knows.
        guard !columns.isEmpty else {
            guard table.hasPrefix(DeferredTasks.tablePrefix), !all.isEmpty else { return }
            try noteFiles(all, of: table)
            return try connection.executeOnce("DROP TABLE \"\(table)\"")
        }
        guard let known = schema.tables.first(where: { $0.name == table }) else { return }
        let names = Set(["Z_PK", "Z_ENT", "Z_OPT"] + known.columns.map(\.name))
        let gone = columns.filter { all.contains($0) && !names.contains($0) }
        try noteFiles(gone, of: table)
        for column in gone {
            try connection.executeOnce("ALTER TABLE \"\(table)\" DROP COLUMN \"\(column)\"")
        }
    }

    /// Notes the files of values, which go when the values are gone.
    private func noteFiles(_ columns: [String], of table: String) throws {
        let names = try columns.reduce(into: Set<String>()) {
            $0.formUnion(try connection.externalNames(in: $1, of: table))
        }
        try ExternalJournal(external: external).add(names)
    }

    private func columns(of table: String) throws -> [String] {
        try connection.withStatement("SELECT name FROM pragma_table_info(?)") { statement in
            try statement.bind(table, at: 1)
            var names: [String] = []
            while try statement.step() {
                if let name = statement.text(0), !name.contains("\"") { names.append(name) }
            }
            return names
        }
    }
}
