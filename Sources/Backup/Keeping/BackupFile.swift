import Domain
public import Foundation

/// A backup in a file: written under a temporary name, verified, and then renamed.
public struct BackupFile: Sendable {
    /// The result of a backup.
    public struct Outcome: Sendable {
        /// The path of the backup.
        public var path: String
        /// The size of the backup in bytes.
        public var bytes: Int64
        public var description: BackupDescription
        /// The files that were left out because of their names.
        public var leftOut: [String]
        /// Damaged pictures, which are in the backup as they are, a sentence each.
        public var damage: [String]
        /// Changes of photos during the backup, a sentence each.
        public var changes: [String]
    }

    /// Makes the backup's contents.
    public var maker: BackupMaker
    /// The path of the backup.
    public let path: String

    /// Prepares a backup without starting it.
    public init(_ maker: BackupMaker, path: String) {
        self.maker = maker
        self.path = path
        self.maker.compression = BackupCompression(fileName: path)
    }

    /// The name of a backup of a date: `homeowner-2026-11-22T193012Z.tar.zst`.
    public static func name(at date: Date) -> String {
        let text = date.formatted(.iso8601).replacingOccurrences(of: ":", with: "")
        return "\(namePrefix)\(text)\(BackupCompression.zstd.fileExtension)"
    }

    static let namePrefix = "homeowner-"
    static let partialSuffix = ".partial"

    /// The name is that of another file, or of a backup that is being written: in words.
    struct NameInUse: Error {
        let text: String
    }

    /// The maximum number of names that are tried in a folder, each a second later.
    private static let maximumNames = 1_000

    /// Makes a backup in a folder, named by its date.
    ///
    /// If the name is taken, that of the next second is used, so that names stay in the order in
    /// which backups were started.
    ///
    /// - Throws: as ``make()``.
    public static func make(_ maker: BackupMaker, in folder: String) throws -> Outcome {
        try FailedBackup.noting(in: maker.directory) {
            var date = maker.now()
            var taken = NameInUse(text: "")
            for _ in 0..<maximumNames {
                do {
                    return try BackupFile(maker, path: "\(folder)/\(name(at: date))")
                        .makeUnlessTaken()
                } catch let error as NameInUse {
                    taken = error
                    date += 1
                }
            }
            throw taken
        }
    }

    /// Makes the backup, verifies it, and records its time, or its failure.
    ///
    /// - Throws: ``BackupError``, ``FileError``, errors of the store; the file is removed then.
    public func make() throws -> Outcome {
        try FailedBackup.noting(in: maker.directory) { try makeUnlessTaken() }
    }

    private func makeUnlessTaken() throws -> Outcome {
        let partial = path + Self.partialSuffix
        // The lock keeps other backups from removing it while it is open.
        let file = try begin(partial)
        let made: BackupMaker.Outcome
        var status = stat()
        do {
            made = try maker.write { try file.write($0) }
            try file.sync()
            try maker.willBegin(.verifying)
            guard stat(partial, &status) == 0 else { throw FileError(path: partial, code: errno) }
            guard try verify(partial) == made.description else {
                throw BackupError("\(path) is not what was written. Is the disk sound?")
            }
            try maker.willBegin(.naming)
            guard rename(partial, path) == 0 else { throw FileError(path: path, code: errno) }
            try file.close()
            try Disk.syncFolder(of: path)
        } catch {
            unlink(partial)
            throw error
        }
        try maker.willBegin(.noting)
        let bytes = Int64(status.st_size)
        let place = URL(fileURLWithPath: path).standardizedFileURL.path
        try LastBackup(made: made.description.made, path: place, bytes: bytes)
            .note(in: maker.directory)
        var damage = made.damage
        if !damage.isEmpty {
            do {
                try FailedBackup.note("pictures are not as they were added", in: maker.directory)
            } catch {
                damage.append("This could not be noted for reminders: \(error)")
            }
        }
        return Outcome(
            path: path, bytes: bytes, description: made.description, leftOut: made.leftOut,
            damage: damage, changes: made.changes)
    }

    /// Creates and locks the temporary file.
    ///
    /// - Throws: ``NameInUse`` if another backup is writing to it, or was.
    private func begin(_ partial: String) throws -> OutputFile {
        try checkIsFree()
        // Removes the file of an interrupted backup; one that is being written is locked.
        try Self.removeIfLeft(partial)
        let file: OutputFile
        do {
            file = try OutputFile(making: partial, pace: .even)
        } catch let error as FileError where error.code == EEXIST {
            throw Self.isTaken(partial)
        }
        guard file.lock() else { throw Self.isTaken(partial) }
        do {
            // Another backup may have taken the name before this file was locked.
            try checkIsFree()
        } catch {
            unlink(partial)
            throw error
        }
        return file
    }

    private func checkIsFree() throws(NameInUse) {
        guard access(path, F_OK) != 0 else {
            throw NameInUse(text: "The file \(path) already exists.")
        }
    }

    private static func isTaken(_ partial: String) -> NameInUse {
        NameInUse(text: "Another backup is being written to \(partial).")
    }

    /// Reads the backup again, with its store in the data directory, where the next backup removes
    /// leftovers.
    private func verify(_ partial: String) throws -> BackupDescription {
        let folder = try BackupWorkFolder(in: maker.directory)
        defer { withExtendedLifetime(folder) {} }
        var verifier = BackupVerifier(partial)
        verifier.progress = maker.progress
        verifier.workFolder = folder.path
        return try verifier.run()
    }

    /// Removes the file of an interrupted backup.
    ///
    /// - Throws: ``NameInUse`` if a backup is being written to it.
    static func removeIfLeft(_ partial: String) throws {
        let descriptor = open(partial, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw isTaken(partial)
        }
        // It may have been renamed to its final name.
        guard FileName.isOf(descriptor, partial) else { return }
        unlink(partial)
    }
}
