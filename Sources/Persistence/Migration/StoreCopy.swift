import Foundation

/// The copy of a store that is kept from before its last migration: `NAME-before-migration.sqlite`
/// beside `NAME.sqlite`, with its external files.
struct StoreCopy {
    let storePath: String
    var suffix = "before-migration"

    /// The path of the copy.
    var path: String {
        let store = URL(fileURLWithPath: storePath)
        let name = store.deletingPathExtension().lastPathComponent
        let ending = store.pathExtension.isEmpty ? "" : ".\(store.pathExtension)"
        return store.deletingLastPathComponent()
            .appendingPathComponent("\(name)-\(self.suffix)\(ending)").path
    }

    /// Makes the copy of a store that others may migrate meanwhile, in the place of the one before.
    ///
    /// - Parameter version: the version that is about to be migrated.
    /// - Throws: `StoreVersionHasChanged` if the store is not of it any more: the copy that somebody
    ///   else has made of it stays.
    func make(_ connection: Connection, of version: StoreVersion) throws {
        try whileNobodyElseCopies {
            try connection.withoutTrace {
                // Somebody else may have been waited for.
                try check(connection, version)
                try StoreFiles(path: path).replace { staged, external in
                    try copy(connection, version, to: staged, external)
                }
            }
        }
    }

    /// Makes the copy of a store that nobody migrates meanwhile, in the place of the one before.
    func make() throws {
        try whileNobodyElseCopies { try StoreFiles(path: path).replace(with: storePath) }
    }

    /// The copy is made beside its place, under a name that is the same for all: one after the other
    /// makes it, of all threads and processes.
    private func whileNobodyElseCopies(_ body: () throws -> Void) throws {
        let lock = try LockFile(path + "-new-lock", storePath: storePath, waits: true)
        defer { lock.release() }
        try body()
    }

    private func copy(
        _ connection: Connection, _ version: StoreVersion, to staged: String,
        _ external: ExternalData
    ) throws -> Set<String> {
        let statement = try Statement("VACUUM INTO ?", on: connection)
        try statement.bind(staged, at: 1)
        try statement.run()
        try check(connection, version)
        let names = try ExternalData(storePath: storePath, threshold: 0).link(to: external)
        let referred = try ExternalRenaming(path: staged, names: names).run()
        try DurableFile.sync(staged)
        return referred
    }

    private func check(_ connection: Connection, _ version: StoreVersion) throws {
        guard try StoreVersion(reading: connection) == version else {
            throw StoreVersionHasChanged()
        }
    }
}
