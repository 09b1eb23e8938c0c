import Foundation

/// The copy of a store that is kept from before its last migration: `NAME-before-migration.sqlite`
/// beside `NAME.sqlite`, with its external files.
struct StoreCopy {
    let storePath: String

    /// The path of the copy.
    var path: String {
        let store = URL(fileURLWithPath: storePath)
        let name = store.deletingPathExtension().lastPathComponent
        let suffix = store.pathExtension.isEmpty ? "" : ".\(store.pathExtension)"
        return store.deletingLastPathComponent()
            .appendingPathComponent("\(name)-before-migration\(suffix)").path
    }

    /// Makes the copy, in the place of the one before.
    func make(_ connection: Connection) throws {
        let temporary = path + "-new"
        unlink(temporary)
        do {
            let statement = try Statement("VACUUM INTO ?", on: connection)
            try statement.bind(temporary, at: 1)
            try statement.run()
            try DurableFile.sync(temporary)
            try linkExternalFiles()
            guard rename(temporary, path) == 0 else {
                throw PersistenceError.cannotOpen(
                    path: storePath, reason: StoreOpenFailure(systemError: errno, path: path))
            }
            try DurableFile.syncDirectory(
                URL(fileURLWithPath: path).deletingLastPathComponent().path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// External files are never written to again, so that a second name is as good as a copy.
    private func linkExternalFiles() throws {
        let files = FileManager.default
        let source = ExternalData(storePath: storePath, threshold: 0)
        let copy = ExternalData(storePath: path, threshold: 0)
        if files.fileExists(atPath: copy.supportDirectory) {
            try files.removeItem(atPath: copy.supportDirectory)
        }
        guard files.fileExists(atPath: source.directory) else { return }
        try copy.makeDirectory()
        for name in try files.contentsOfDirectory(atPath: source.directory) {
            let (from, to) = (source.path(of: name), copy.path(of: name))
            if link(from, to) != 0 { try files.copyItem(atPath: from, toPath: to) }
        }
        try copy.syncDirectory()
    }
}
