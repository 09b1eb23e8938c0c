import Foundation

/// The names of the external files that a transaction makes or gives up, on disk while it runs.
///
/// After a crash the names tell which files may have been left without a record: only these are
/// looked at when the store is opened again.
struct ExternalJournal {
    let external: ExternalData

    private var path: String { external.supportDirectory + "/pending-files" }

    /// Notes names, before the first of their files is touched.
    func write(_ names: some Sequence<String>) throws {
        try external.makeDirectory()
        let temporary = path + "-new"
        unlink(temporary)
        try DurableFile.write(Data(names.joined(separator: "\n").utf8), to: temporary)
        guard rename(temporary, path) == 0 else {
            throw PersistenceError.corruptStore(
                path: path, reason: String(cString: strerror(errno)))
        }
        try DurableFile.syncDirectory(external.supportDirectory)
    }

    /// Notes further names beside those that are there.
    func add(_ names: Set<String>) throws {
        let all = names.union(try read())
        if !all.isEmpty { try write(all.sorted()) }
    }

    /// The names that a crash left behind.
    func read() throws -> [String] {
        guard access(path, F_OK) == 0 else { return [] }
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.split(separator: "\n").compactMap { UUID(uuidString: String($0))?.uuidString }
    }

    func remove() {
        unlink(path)
    }
}
