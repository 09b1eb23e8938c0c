import Foundation
import Persistence

/// Moves the tables of a store to another schema of its database, in one transaction. Those of a store that
/// is there go to a schema of their own.
struct StoreMove {
    /// How long others are waited for who use a table.
    private static let patience = "30s"

    private let source: ServerAddress
    private let target: ServerAddress

    /// - Throws: `PersistenceError.misuse` unless the addresses differ in their schemas.
    init(from source: String, to target: String) throws {
        self.source = try ServerAddress(source)
        self.target = try ServerAddress(target)
        guard let schema = self.source.schema, schema != self.target.schema else {
            throw PersistenceError.misuse(
                "The store \(self.source) is in no schema of its own, and cannot be moved")
        }
    }

    /// - Returns: where the former store is; nil if there was none.
    /// - Throws: `PersistenceError.cannotOpen`, what `whenMoved` throws; nothing is moved then.
    func run(puttingAsideAs name: String, whenMoved: () throws -> Void) throws -> StoreLocation? {
        do {
            let connection = try ServerConnection(source)
            try connection.execute("BEGIN; SET LOCAL lock_timeout = '\(Self.patience)'")
            let moved = try StoreTables(of: source, connection)
            guard !moved.names.isEmpty else {
                throw PersistenceError.cannotOpen(
                    path: source.description, reason: .foreign("the database holds no store"))
            }
            if let schema = target.schema {
                try connection.makeSchema(schema)
            }
            try connection.execute("SET LOCAL search_path TO \(target.schema ?? "DEFAULT")")
            try connection.runOnce(StoreOpener.lockStatement)
            let place = try connection.runOnce("SELECT quote_ident(current_schema())")[0].string(0)
            let former = try putAside(name, connection)
            try moved.move(to: place)
            if let schema = source.schema { try connection.execute("DROP SCHEMA \(schema)") }
            try whenMoved()
            try connection.execute("COMMIT")
            return former.map { .address(target.inSchema($0)) }
        } catch let error as PostgreSQLError where error.isLockTimeout {
            throw PersistenceError.cannotOpen(
                path: target.description, reason: .locked("others use its tables"))
        } catch let error as PostgreSQLError {
            throw error.cannotOpen(target)
        }
    }

    /// Moves the store away that is in the way, if there is one. Returns the schema that it is in now.
    private func putAside(_ name: String, _ connection: ServerConnection) throws -> String? {
        let present = try StoreTables(of: target, connection)
        guard !present.names.isEmpty else { return nil }
        let schema = try freeName(target.schema.map { "\($0)_\(name)" } ?? name, connection)
        try connection.execute("CREATE SCHEMA \(schema)")
        try present.move(to: schema)
        return schema
    }

    private func freeName(_ name: String, _ connection: ServerConnection) throws -> String {
        for number in 1...1_000 {
            let ending = number == 1 ? "" : "_\(number)"
            let free = ServerName(name + ending)
            guard !free.isTooLong else { break }
            let parameters = StatementParameters()
            parameters.append(free.stored)
            let known = try connection.runOnce(
                "SELECT to_regnamespace($1) IS NOT NULL", parameters)
            if !known[0].boolean(0) { return free.stored }
        }
        throw PersistenceError.misuse("There is no free name like \(name) for a schema")
    }
}
