import Foundation

extension ExternalData {
    /// The names that the other stores of the folder refer to, or are about to, which keep their
    /// files in the same place: `Farm.db` beside `Farm.sqlite`.
    ///
    /// - Throws: `PersistenceError` if one of them cannot be read: its files are not known then.
    func namesOfNeighbours() throws -> Set<String> {
        // In this order: a name that is not noted any more is referred to by then.
        let noted = try namesNotedByNeighbours()
        return try neighbours.reduce(into: noted) {
            $0.formUnion(try Self.names(referredByStoreAt: $1))
        }
    }

    /// Removes files, but for those that a neighbour refers to: it may be a copy that somebody made
    /// by hand.
    ///
    /// - Throws: `PersistenceError` if a neighbour cannot be read; nothing is removed then.
    func removeUnshared(_ names: some Collection<String>) throws {
        guard !names.isEmpty else { return }
        let others = try namesOfNeighbours()
        for name in names where !others.contains(name) { remove(name) }
    }

    private func namesNotedByNeighbours() throws -> Set<String> {
        guard access(supportDirectory, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: supportDirectory)
            .map { "\(supportDirectory)/\($0)" }
            .filter { Self.isJournal($0) && $0 != journalPath }
            .reduce(into: []) { $0.formUnion(try ExternalJournal.read($1)) }
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
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return FileHead.bytes(ofFileAt: path, count: 16) == Array("SQLite format 3".utf8) + [0]
    }
}

extension Connection {
    /// The names of the external files that any table of a store refers to.
    func externalNames() throws -> Set<String> {
        try externalNames(in: externalColumns())
    }

    /// The columns of any table of a store whose values may live in files.
    func externalColumns() throws -> [ExternalColumn] {
        let sql =
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' AND m.name GLOB 'Z*' AND c.type = 'BLOB'"
        return try withStatement(sql) { statement in
            var places: [ExternalColumn] = []
            while try statement.step() {
                guard let table = statement.text(0), let column = statement.text(1) else {
                    continue
                }
                places.append(ExternalColumn(table: table, column: column))
            }
            return places
        }
    }
}
