import Domain
import Foundation
import Persistence

/// The store of a backup, which is not trusted yet.
struct RestoredStore {
    let directory: DataDirectory

    /// - Throws: ``BackupError`` if it is missing, damaged, or from a newer version of the program.
    func check() throws {
        guard access(directory.store, F_OK) == 0 else {
            throw BackupError("The backup has no store.")
        }
        do {
            if let refusal = try Household.refusal(ofStoreAt: directory.store) {
                throw BackupError(refusal)
            }
            let faults = try StoreCheck.faults(path: directory.store)
            guard faults.isEmpty else {
                throw BackupError(
                    "The store of the backup is damaged: \(faults.prefix(3).joined(separator: " "))"
                )
            }
        } catch let error as PersistenceError {
            throw BackupError("The store of the backup cannot be used: \(error)")
        }
        // Files that checking it has left.
        for suffix in ["-wal", "-shm"] { unlink(directory.store + suffix) }
    }
}
