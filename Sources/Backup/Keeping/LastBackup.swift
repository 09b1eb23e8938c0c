public import Domain
public import Foundation

/// When a household was backed up last, and the backup proved to be whole.
public struct LastBackup: Codable, Sendable, Equatable {
    /// When it was made.
    public var made: Date
    /// Where it is.
    public var path: String
    /// How large it is.
    public var bytes: Int64

    /// What is noted in a data directory; nil if there was no backup yet.
    ///
    /// - Throws: ``BackupError`` for a note that cannot be read.
    public static func read(in directory: DataDirectory) throws -> LastBackup? {
        guard access(directory.lastBackup, F_OK) == 0 else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: directory.lastBackup))
        do {
            return try BackupDescription.decoder.decode(LastBackup.self, from: data)
        } catch {
            throw BackupError("\(directory.lastBackup) cannot be read: \(error)")
        }
    }

    /// Notes it in a data directory.
    func note(in directory: DataDirectory) throws {
        try BackupDescription.encoder.encode(self)
            .write(to: URL(fileURLWithPath: directory.lastBackup), options: .atomic)
    }
}
