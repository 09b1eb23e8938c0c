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

    /// Makes the copy, in the place of the one before.
    ///
    /// - Parameter version: the version that is about to be migrated.
    /// - Throws: `StoreVersionHasChanged` if the store is not of it any more: the copy that somebody
    ///   else has made of it stays.
    func make(_ connection: Connection, of version: StoreVersion) throws {
        try StoreFiles(path: path).replace { staged, external in
            let statement = try Statement("VACUUM INTO ?", on: connection)
            try statement.bind(staged, at: 1)
            try statement.run()
            guard try StoreVersion(reading: connection) == version else {
                throw StoreVersionHasChanged()
            }
            let names = try ExternalData(storePath: storePath, threshold: 0).link(to: external)
            let referred = try ExternalRenaming(path: staged, names: names).run()
            try DurableFile.sync(staged)
            return referred
        }
    }
}
