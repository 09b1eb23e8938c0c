extension PersistenceError {
    /// The number that Core Data gives such an error; nil where it raises an exception, or knows no
    /// such error.
    public var code: Int? {
        switch self {
        case .validation(let faults):
            // NSValidationMultipleErrorsError
            faults.count == 1 ? faults[0].code.rawValue : 1_560
        case .objectNotFound: 133_000  // NSManagedObjectReferentialIntegrityError
        case .mergeConflicts: 133_020  // NSManagedObjectMergeError
        case .constraintConflict: 133_021  // NSManagedObjectConstraintMergeError
        case .timeLimitExceeded: 134_090  // NSPersistentStoreTimeoutError
        case .cannotOpen(_, .incompatibleModel):
            134_100  // NSPersistentStoreIncompatibleVersionHashError
        case .cannotOpen: 134_080  // NSPersistentStoreOpenError
        case .sqlite: 134_180  // NSSQLiteError
        case .historyTokenExpired: 134_301  // NSPersistentHistoryTokenExpiredError
        case .corruptStore: 259  // NSFileReadCorruptFileError
        case .missingExternalFile: 260  // NSFileReadNoSuchFileError
        case .readOnly: 513  // NSFileWriteNoPermissionError
        default: nil
        }
    }
}

extension MigrationError {
    /// Core Data's number of such an error, NSMigrationError.
    public var code: Int { 134_110 }
}
