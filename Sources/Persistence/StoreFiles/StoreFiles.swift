import Foundation

/// Replaces and removes the files of a store that is not open.
struct StoreFiles {
    let path: String

    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
    private var external: ExternalData { ExternalData(storePath: path, threshold: 0) }

    /// Copies another store over this one, or to a new path.
    ///
    /// New files are added beside the old ones, one rename makes the new store current, and then
    /// the remaining old files are removed. So there is always one complete store.
    func replace(
        with source: String, progress: ((Double) -> Void)? = nil,
        withWriteLock: (() throws -> Void)? = nil
    ) throws {
        if try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: source) != nil {
            // The file is written by renaming, so a read is complete.
            let file = try AtomicStoreFile.read(source)
            try replace { staged, _ in
                try AtomicStoreFile.write(file, to: staged)
                return []
            }
            try withWriteLock?()
            progress?(1)
            return
        }
        try replace { staged, external in
            try StoreBackup(
                sourcePath: source, progress: progress, withWriteLock: withWriteLock
            ).run(to: staged, external)
        }
    }

    /// Replaces this store by one that a closure creates.
    ///
    /// - Parameter make: creates the file at a path and its external files, and returns the names
    ///   of these.
    func replace(_ make: (String, ExternalData) throws -> Set<String>) throws {
        let staged = path + "-new"
        let journal = ExternalJournal(external: external)
        let recorded = try journal.read()
        let old = try external.names()
        let others = try external.namesOfNeighbors()
        var new: Set<String> = []
        removeStaged(staged)
        do {
            new = try make(staged, external)
            try emptyLog()
            // After a crash, the store that remains removes the external files of the other one.
            try journal.add(old.union(new).subtracting(others))
            try DurableFile.rename(staged, to: path)
        } catch {
            removeStaged(staged)
            // Names that were added since belong to the new files.
            for name in try Set(journal.read()).subtracting(old) { external.remove(name) }
            if recorded.isEmpty { journal.remove() }
            throw error
        }
        try DurableFile.syncDirectory(directory)
        // Some links may belong to files that the copied state no longer uses.
        for name in try old.union(journal.read()).subtracting(new).subtracting(others) {
            external.remove(name)
        }
        journal.remove()
    }

    private func removeStaged(_ staged: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(staged + suffix) }
    }

    /// Merges the old store's log into its file and removes it, because SQLite would apply it to
    /// another file.
    private func emptyLog() throws {
        if access(path, F_OK) == 0, access(path + "-wal", F_OK) == 0 {
            try checkpoint()
        }
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    private func checkpoint() throws {
        let access = StoreAccess(.existing(path: path))
        do {
            let isEmpty = try access.connect().withStatement("PRAGMA wal_checkpoint(TRUNCATE)") {
                try $0.step() && $0.integer(0) == 0
            }
            guard isEmpty else { throw access.failure(.locked("its log is being read")) }
        } catch {
            // A file that is not a database has no content to protect.
            guard case PersistenceError.cannotOpen(_, .notADatabase) = access.openFailure(error)
            else { throw access.openFailure(error) }
        }
    }

    /// Removes the store. Its file goes first, so that the store is gone even after an
    /// interruption.
    func destroy() throws {
        let others = try external.namesOfNeighbors()
        for suffix in ["", "-wal", "-shm", "-journal"] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else {
                throw PersistenceError.cannotOpen(
                    path: path, reason: StoreOpenFailure(systemError: errno, path: path + suffix))
            }
        }
        for name in try external.names().subtracting(others) { external.remove(name) }
        ExternalJournal(external: external).remove()
        unlink(external.newJournalPath)
        // `rmdir` keeps folders that contain other files.
        rmdir(external.directory)
        rmdir(external.supportDirectory)
        try DurableFile.syncDirectory(directory)
    }
}
