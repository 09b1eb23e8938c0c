import Foundation

extension ExternalData {
    /// The names that the other stores of the folder refer to which keep their files in the same
    /// place: `Farm.db` beside `Farm.sqlite`.
    ///
    /// - Throws: `PersistenceError` if one of them cannot be read: its files are not known then.
    func namesOfNeighbours() throws -> Set<String> {
        try neighbours.reduce(into: []) { $0.formUnion(try Self.names(referredByStoreAt: $1)) }
    }

    /// The names that a store refers to, whatever its model is; empty if there is none.
    static func names(referredByStoreAt path: String) throws -> Set<String> {
        guard isDatabase(path) else { return [] }
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        let access = StoreAccess(path: path, options: options)
        do {
            let connection = try access.connect()
            return try connection.externalNames()
        } catch {
            throw access.openFailure(error)
        }
    }

    private var neighbours: [String] {
        get throws {
            let store = URL(fileURLWithPath: storePath)
            let folder = store.deletingLastPathComponent()
            guard access(folder.path, F_OK) == 0 else { return [] }
            let name = store.deletingPathExtension().lastPathComponent
            let own = [storePath, storePath + "-new"].map { URL(fileURLWithPath: $0).path }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .map { folder.appendingPathComponent($0) }
                .filter { $0.deletingPathExtension().lastPathComponent == name }
                .map(\.path).filter { !own.contains($0) && Self.isDatabase($0) }.sorted()
        }
    }

    private static func isDatabase(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: 16)
        return pread(file, &start, 16, 0) == 16
            && start == Array("SQLite format 3".utf8) + [0]
    }
}

extension Connection {
    /// The names of the external files that any table of a store refers to.
    fileprivate func externalNames() throws -> Set<String> {
        let sql =
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' AND m.name GLOB 'Z*' AND c.type = 'BLOB'"
        let places = try withStatement(sql) { statement in
            var places: [ExternalColumn] = []
            while try statement.step() {
                guard let table = statement.text(0), let column = statement.text(1) else {
                    continue
                }
                places.append(ExternalColumn(table: table, column: column))
            }
            return places
        }
        return try places.reduce(into: []) {
            $0.formUnion(try externalNames(in: $1.column, of: $1.table))
        }
    }
}
