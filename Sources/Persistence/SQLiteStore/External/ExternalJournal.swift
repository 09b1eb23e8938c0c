import Foundation

/// The names of the external files that running transactions create or discard.
///
/// After a crash, only these files are checked for missing records when the store is opened. Each
/// writer adds and removes its own names, under a lock of the folder.
struct ExternalJournal {
    let external: ExternalData

    private var path: String { external.journalPath }

    /// Records names, before the first of their files is created or removed.
    func add(_ names: some Sequence<String>) throws {
        let names = Set(names)
        guard !names.isEmpty else { return }
        try external.makeDirectory()
        try withLock {
            let recorded = Set(try read())
            if !names.isSubset(of: recorded) { try write(recorded.union(names)) }
        }
    }

    /// Removes names. Those of a store that will replace another one stay until it does.
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

    /// The recorded names: those of a crash, unless there is a running transaction.
    func read() throws -> [String] {
        try Self.read(path)
    }

    static func read(_ path: String) throws -> [String] {
        guard access(path, F_OK) == 0 else { return [] }
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.split(separator: "\n").compactMap { UUID(uuidString: String($0))?.uuidString }
    }

    /// Removes all names.
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

/// Removes external files without records after a crash or a migration.
struct ExternalSweep {
    let schema: SQLSchema
    let external: ExternalData
    let connection: Connection

    func run() throws {
        let journal = ExternalJournal(external: external)
        guard !external.isStaged, try !journal.read().isEmpty else { return }
        // The names may be those of a running transaction; inside the write lock, what is left is
        // of a crash.
        try connection.transaction {
            let names = Set(try journal.read())
            let referred =
                names.isEmpty ? [] : try connection.externalNames(in: schema.externalColumns)
            try remove(names.subtracting(referred), recorded: names)
        }
    }

    private func remove(_ names: Set<String>, recorded: Set<String>) throws {
        do {
            try external.removeUnshared(names)
        } catch {
            // An unreadable neighbor may use any of them: they stay, so that this store can be
            // opened.
            return
        }
        try ExternalJournal(external: external).remove(recorded)
    }
}
