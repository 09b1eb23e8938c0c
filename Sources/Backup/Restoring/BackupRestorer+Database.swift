import Domain
import Foundation
import Persistence
import PersistenceInspection

extension BackupRestorer {
    /// Restores the records into the database, and the rest into the folder.
    func restoreToDatabase(_ folder: RestoringFolder) throws -> Outcome {
        guard let place = directory.storeLocation(beside: "restoring") else {
            throw BackupError("\(directory.path) is in no database.")
        }
        // Removes the leftovers of an interrupted restore.
        try PersistentStoreCoordinator.destroyPersistentStore(at: place)
        let description = try unpack(to: folder)
        try willBegin(.settling)
        let store = DataDirectory(path: folder.path).store
        do {
            try copyRecords(of: store, to: place)
            try removeStore(store)
            try folder.settle(as: directory)
            try willBegin(.exchanging)
            return try exchange(place, folder, description)
        } catch {
            // If this fails, the next restore removes it.
            try? PersistentStoreCoordinator.destroyPersistentStore(at: place)
            throw error
        }
    }

    private func copyRecords(of store: String, to place: StoreLocation) throws {
        try PersistentStoreCoordinator.migratePersistentStore(
            at: .file(store), to: StoreDescription(householdAt: place))
        let differences = try StoreFingerprint(at: .file(store)).differences(
            from: StoreFingerprint(at: place))
        guard differences.isEmpty else {
            throw BackupError(
                "The records in the database are not those of the backup: "
                    + differences.joined(separator: " "))
        }
    }

    /// Removes the store's file, whose records are in the database now.
    private func removeStore(_ store: String) throws {
        try PersistentStoreCoordinator.destroyPersistentStore(at: store)
        unlink(store + "-lock")
    }

    /// Exchanges the folders, and right after them the records.
    private func exchange(
        _ place: StoreLocation, _ folder: RestoringFolder, _ description: BackupDescription
    ) throws -> Outcome {
        let isThere = try hasFiles
        var former: String?
        var isExchanged = false
        do {
            let records = try PersistentStoreCoordinator.movePersistentStore(
                from: place, to: directory.storeLocation,
                puttingAsideAs: "before_restore_" + Self.day(now())
            ) {
                former = try folder.takePlace(
                    of: directory, isThere: isThere, now: now(), willBegin: willBegin)
                isExchanged = true
            }
            return Outcome(description: description, former: former, formerRecords: records)
        } catch  where isExchanged {
            let formerFolder = former.map { ", and those that were there in \($0)" } ?? ""
            throw BackupError(
                "The database did not say that it has the records (\(error)). The pictures of the "
                    + "backup are in \(directory.path)\(formerFolder). Restore once more with --force."
            )
        }
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    }
}
