public import Domain
public import Foundation

/// The last verified backup of a household.
public struct LastBackup: Codable, Sendable, Equatable {
    /// The time at which it was made.
    public var made: Date
    /// The path of the backup.
    public var path: String
    /// The size of the backup in bytes.
    public var bytes: Int64

    /// Reads the record in a data directory; nil if there was no backup yet.
    ///
    /// - Throws: ``BackupError`` for a record that cannot be read.
    public static func read(in directory: DataDirectory) throws -> LastBackup? {
        try BackupDescription.record(at: directory.lastBackup)
    }

    /// Writes the record into a data directory, and removes that of a failure.
    func note(in directory: DataDirectory) throws {
        try BackupDescription.encoder.encode(self)
            .write(to: URL(fileURLWithPath: directory.lastBackup), options: .atomic)
        try FailedBackup.forget(in: directory)
    }
}
