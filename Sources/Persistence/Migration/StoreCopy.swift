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
    func make(_ connection: Connection) throws {
        let temporary = path + "-new"
        unlink(temporary)
        do {
            let statement = try Statement("VACUUM INTO ?", on: connection)
            try statement.bind(temporary, at: 1)
            try statement.run()
            try DurableFile.sync(temporary)
            try linkExternalFiles()
            try DurableFile.rename(temporary, to: path)
            try DurableFile.syncDirectory(
                URL(fileURLWithPath: path).deletingLastPathComponent().path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// The copy before this one had others.
    private func linkExternalFiles() throws {
        let copy = ExternalData(storePath: path, threshold: 0)
        if FileManager.default.fileExists(atPath: copy.supportDirectory) {
            try FileManager.default.removeItem(atPath: copy.supportDirectory)
        }
        _ = try ExternalData(storePath: storePath, threshold: 0).link(to: copy)
    }
}
