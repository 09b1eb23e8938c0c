public import Domain
import Persistence

/// A copy of a household at a moment, for reading it while a server uses it.
public enum HouseholdCopy {
    /// Reads a household; if a server has it open, a current copy.
    ///
    /// - Throws: errors of the store, the file system and the closure.
    public static func reading<Value>(
        _ directory: DataDirectory, _ body: (Household) throws -> Value
    ) throws -> Value {
        let household: Household
        do {
            household = try Household(directory: directory)
        } catch PersistenceError.cannotOpen(_, .locked) {
            return try read(directory, body)
        }
        defer { try? household.close() }
        return try body(household)
    }

    /// Copies the records, hard-links the pictures, and opens the result.
    ///
    /// - Parameters:
    ///   - directory: the data directory; the copy is in it while it is read.
    ///   - body: reads the copy. Its saves are lost.
    /// - Throws: errors of the store, the file system and the closure.
    public static func read<Value>(
        _ directory: DataDirectory, _ body: (Household) throws -> Value
    ) throws -> Value {
        let folder = try BackupWorkFolder(in: directory)
        let snapshot = try HouseholdSnapshot(of: directory, in: folder.path) { _ in }
        // Keeps the folder until the copy is closed.
        return try withExtendedLifetime(folder) {
            let household = try Household(directory: DataDirectory(path: folder.path))
            let result = Result { try body(household) }
            try household.close()
            snapshot.shrink()
            return try result.get()
        }
    }
}
