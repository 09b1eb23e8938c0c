import Foundation

/// The names of the external files that transactions make or give up, on disk while they run.
///
/// After a crash the names tell which files may have been left without a record: only these are
/// looked at when the store is opened again. A writer of the store notes names here and removes
/// those of its own, one after the other: a lock of the folder puts them in order.
struct ExternalJournal {
    let external: ExternalData

    private var path: String { external.journalPath }

    /// Notes names, before the first of their files is touched, beside those that are there.
    func add(_ names: some Sequence<String>) throws {
        let names = Set(names)
        guard !names.isEmpty else { return }
        try external.makeDirectory()
        try withLock {
            let noted = Set(try read())
            if !names.isSubset(of: noted) { try write(noted.union(names)) }
        }
    }

    /// Forgets names, but for those of a store that is to take the place of another one: who puts
    /// it there removes them.
    func remove(_ names: some Sequence<String>) throws {
        guard !external.isStaged, access(path, F_OK) == 0 else { return }
        try withLock {
            let rest = Set(try read()).subtracting(names)
            if rest.isEmpty {
                unlink(path)
            } else {
                try write(rest)
            }
        }
    }

    /// The names that are noted: those of a crash, if no one is at work.
    func read() throws -> [String] {
        try Self.read(path)
    }

    static func read(_ path: String) throws -> [String] {
        guard access(path, F_OK) == 0 else { return [] }
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.split(separator: "\n").compactMap { UUID(uuidString: String($0))?.uuidString }
    }

    /// Forgets all names.
    func remove() {
        if !external.isStaged { unlink(path) }
    }

    private func write(_ names: Set<String>) throws {
        let temporary = external.newJournalPath
        unlink(temporary)
        try DurableFile.write(Data(names.sorted().joined(separator: "\n").utf8), to: temporary)
        guard rename(temporary, path) == 0 else {
            throw PersistenceError.corruptStore(
                path: path, reason: String(cString: strerror(errno)))
        }
        try DurableFile.syncDirectory(external.supportDirectory)
    }

    private func withLock<T>(_ body: () throws -> T) throws -> T {
        let folder = external.supportDirectory
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure(folder) }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(folder) }
        }
        return try body()
    }

    private func failure(_ path: String) -> PersistenceError {
        .cannotOpen(path: external.storePath, reason: .init(systemError: errno, path: path))
    }
}

/// Removes the external files that a crash, or a migration, left without a record.
struct ExternalSweep {
    let schema: SQLSchema
    let external: ExternalData
    let connection: Connection

    func run() throws {
        let journal = ExternalJournal(external: external)
        guard !external.isStaged, try !journal.read().isEmpty else { return }
        // The names may be those of someone who is writing now: once it is this one's turn, what is
        // left is of someone who is gone.
        try connection.transaction {
            let names = Set(try journal.read())
            let referred =
                names.isEmpty ? [] : try connection.externalNames(in: schema.externalColumns)
            try remove(names.subtracting(referred), noting: names)
        }
    }

    private func remove(_ names: Set<String>, noting noted: Set<String>) throws {
        do {
            try external.removeUnshared(names)
        } catch {
            // A neighbour that cannot be read may refer to any of them: they wait, and this store
            // can be opened.
            return
        }
        try ExternalJournal(external: external).remove(noted)
    }
}
