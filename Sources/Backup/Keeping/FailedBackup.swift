public import Domain
public import Foundation

/// A backup that failed, after the last verified one.
public struct FailedBackup: Codable, Sendable, Equatable {
    public var date: Date
    public var reason: String

    public init(date: Date, reason: String) {
        self.date = date
        self.reason = reason
    }

    /// Reads the record in a data directory; nil if the last backup did not fail.
    ///
    /// - Throws: ``BackupError`` for a record that cannot be read.
    public static func read(in directory: DataDirectory) throws -> FailedBackup? {
        try BackupDescription.record(at: directory.failedBackup)
    }

    /// Writes the record into a data directory.
    ///
    /// - Throws: errors of the file system.
    public func note(in directory: DataDirectory) throws {
        try BackupDescription.encoder.encode(self)
            .write(to: URL(fileURLWithPath: directory.failedBackup), options: .atomic)
    }

    /// Makes a backup of a household, and notes its failure. A name that is taken does not count as one.
    ///
    /// - Throws: the errors of the closure.
    static func noting<Value>(
        in directory: DataDirectory, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let error as BackupFile.NameInUse {
            throw BackupError(error.text)
        } catch {
            let failure = error
            do {
                try note("\(failure)", in: directory)
            } catch {
                throw BackupError("\(failure)\nThat could not be noted for reminders: \(error)")
            }
            throw failure
        }
    }

    /// Notes a failure of now, if there is a household.
    static func note(_ reason: String, in directory: DataDirectory) throws {
        // A database that does not answer is no reason to be silent.
        guard (try? directory.hasHousehold) ?? true else { return }
        try FailedBackup(date: Date(), reason: reason).note(in: directory)
    }

    /// Removes the record, after a backup that did not fail.
    static func forget(in directory: DataDirectory) throws {
        guard unlink(directory.failedBackup) == 0 || errno == ENOENT else {
            throw FileError(path: directory.failedBackup, code: errno)
        }
    }
}
