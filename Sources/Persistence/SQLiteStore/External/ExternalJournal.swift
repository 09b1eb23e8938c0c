import Foundation

/// The names of the external files that a transaction makes or gives up, on disk while it runs.
///
/// After a crash the names tell which files may have been left without a record: only these are
/// looked at when the store is opened again.
struct ExternalJournal {
    let external: ExternalData

    private var path: String { external.journalPath }

    /// Notes names, before the first of their files is touched.
    func write(_ names: some Sequence<String>) throws {
        var names = Array(names)
        if external.isStaged { names += Set(try read()).subtracting(names).sorted() }
        try external.makeDirectory()
        let temporary = external.newJournalPath
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

    /// Forgets the names, but for those of a store that is to take the place of another one: who puts
    /// it there removes them.
    func remove() {
        if !external.isStaged { unlink(path) }
    }
}
