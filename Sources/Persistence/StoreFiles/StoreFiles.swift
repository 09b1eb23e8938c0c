import Foundation

/// The files of a store that no one has open: how they are put in the place of others and removed.
struct StoreFiles {
    let path: String

    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
    private var external: ExternalData { ExternalData(storePath: path, threshold: 0) }

    /// Puts a copy of another store in the place of this one, or where none is.
    ///
    /// First what is new comes beside what is there; then one renaming makes the new store the
    /// store; then what is left of the old one goes. Between any two of these steps there is one
    /// whole store.
    func replace(
        with source: String, progress: ((Double) -> Void)? = nil,
        whileNobodySaves: (() throws -> Void)? = nil
    ) throws {
        if try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: source) != nil {
            // Its file is written by renaming: what is read is whole.
            let file = try AtomicStoreFile.read(source)
            try replace { staged, _ in
                try AtomicStoreFile.write(file, to: staged)
                return []
            }
            try whileNobodySaves?()
            progress?(1)
            return
        }
        try replace { staged, external in
            try StoreBackup(
                sourcePath: source, progress: progress, whileNobodySaves: whileNobodySaves
            ).run(to: staged, external)
        }
    }

    /// Puts a store in the place of this one that a closure makes.
    ///
    /// - Parameter make: makes the file at a path and its external files, and returns the names of
    ///   these.
    func replace(_ make: (String, ExternalData) throws -> Set<String>) throws {
        let staged = path + "-new"
        let journal = ExternalJournal(external: external)
        let noted = try journal.read()
        let old = try external.names()
        let others = try external.namesOfNeighbours()
        var new: Set<String> = []
        removeStaged(staged)
        do {
            new = try make(staged, external)
            try emptyLog()
            // Whichever store is there after a crash removes those of the other one.
            try journal.add(old.union(new).subtracting(others))
            try DurableFile.rename(staged, to: path)
        } catch {
            removeStaged(staged)
            // Names that were noted since are those of the files that were made.
            for name in try Set(journal.read()).subtracting(old) { external.remove(name) }
            if noted.isEmpty { journal.remove() }
            throw error
        }
        try DurableFile.syncDirectory(directory)
        // Files may have been linked that the state which was copied has given up.
        for name in try old.union(journal.read()).subtracting(new).subtracting(others) {
            external.remove(name)
        }
        journal.remove()
    }

    private func removeStaged(_ staged: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(staged + suffix) }
    }

    /// Brings all of the old store into its file and removes its log: a log beside a file that it
    /// does not belong to would be read into it.
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
            // A file that is no database has nothing to be kept whole.
            guard case PersistenceError.cannotOpen(_, .notADatabase) = access.openFailure(error)
            else { throw access.openFailure(error) }
        }
    }

    /// Removes the store. When its file is gone the store is gone; the rest follows.
    func destroy() throws {
        let others = try external.namesOfNeighbours()
        for suffix in ["", "-wal", "-shm", "-journal"] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else {
                throw PersistenceError.cannotOpen(
                    path: path, reason: StoreOpenFailure(systemError: errno, path: path + suffix))
            }
        }
        for name in try external.names().subtracting(others) { external.remove(name) }
        ExternalJournal(external: external).remove()
        unlink(external.newJournalPath)
        // Folders go if no one put anything else there.
        rmdir(external.directory)
        rmdir(external.supportDirectory)
        try DurableFile.syncDirectory(directory)
    }
}
