public import Domain

/// A household as it is at a moment, for who reads it while a server goes on with it.
public enum HouseholdCopy {
    /// Copies the records, gives the pictures second names, and opens that.
    ///
    /// - Parameters:
    ///   - directory: where the household is; the copy is in it as long as it is read.
    ///   - body: reads it. What it saves is lost.
    /// - Throws: errors of the store and of the file system, what the closure throws.
    public static func read<Value>(
        _ directory: DataDirectory, _ body: (Household) throws -> Value
    ) throws -> Value {
        let folder = try BackupWorkFolder(in: directory)
        let snapshot = try HouseholdSnapshot(of: directory, in: folder.path) { _ in }
        // The folder has to be there until the copy is closed.
        return try withExtendedLifetime(folder) {
            let household = try Household(directory: DataDirectory(path: folder.path))
            let result = Result { try body(household) }
            try household.close()
            snapshot.shrink()
            return try result.get()
        }
    }
}
