/// An error of this library.
///
/// The text of an error says what a log needs (operation, entity, cause) and no values of records, but for
/// the one that keeps a store from getting a uniqueness constraint.
public enum PersistenceError: Error, Sendable {
    /// There is no entity of this name in the model; the suggestion is one of a similar name.
    case unknownEntity(String, suggestion: String? = nil)
    /// There is no property of this name in the entity; the suggestion is one of a similar name.
    case unknownProperty(entity: String, property: String, suggestion: String? = nil)
    /// A value is of another type than its attribute.
    case wrongType(entity: String, property: String, expected: String, found: String)
    /// Generated classes do not fit the model: generate them again.
    case modelMismatch(entity: String, classProperties: [String], modelProperties: [String])
    /// A value transformer that the model names was not registered.
    case unknownTransformer(name: String, entity: String, property: String)
    /// A store cannot be opened.
    case cannotOpen(path: String, reason: StoreOpenFailure)
    /// SQLite refused an operation.
    case sqlite(code: Int32, message: String, sql: String?, path: String?)
    /// A store's content is not what its layout says.
    case corruptStore(path: String, reason: String)
    /// A predicate, expression or sort key cannot be used here.
    case unsupportedPredicate(String)
    /// Transactions behind a history token were deleted (Core Data's 134301).
    case historyTokenExpired
    /// Reading took longer than it was given.
    case timeLimitExceeded
    /// An object's record is no longer in its store.
    case objectNotFound(ManagedObjectID)
    /// Records were changed by someone else since they were read (Core Data's 133020).
    case mergeConflicts([MergeConflict])
    /// Records would share values that are to be unique (Core Data's 133021).
    case constraintConflict(entity: String, properties: [String])
    /// A save was refused: every fault that validation found.
    case validation([ValidationFault])
    /// Others wrote at the same time what a transaction has read or written, and nothing of it is kept:
    /// of all that the closure of `write` has written, if it is undone, so that the closure may run
    /// again. Only stores on which several write at once fail so.
    case collision(isUndone: Bool)
    /// The store may not be written to.
    case readOnly(path: String)
    /// Others have written the file of an atomic store since it was read: a save would undo
    /// that. Or that of a read-only store while it was read: what was read may be no one state. Or another
    /// store was put in the place of one in a database, or another file in that of one without a lock.
    case storeReplaced(path: String)
    /// An external file that a record refers to is missing.
    case missingExternalFile(path: String)
    /// The library was used in a way that it forbids.
    case misuse(String)
}

/// Why a store cannot be opened.
public enum StoreOpenFailure: Sendable, Hashable {
    /// There is no file, and none may be made.
    case missing
    /// The file is no SQLite database.
    case notADatabase
    /// The database was not made by Core Data or by this library.
    case foreign(String)
    /// The store was written with another version of the model.
    case incompatibleModel(String)
    /// Another process holds the store.
    case locked(String)
    /// The file system refuses the access.
    case noPermission(String)
    /// The disk is full.
    case noSpace
    /// Something else.
    case other(String)
}

extension PersistenceError: CustomStringConvertible {
    /// The error in a sentence that names the cause and the place, and no value of a record.
    public var description: String {
        switch self {
        case .unknownEntity, .unknownProperty, .wrongType, .modelMismatch, .unknownTransformer:
            modelDescription
        case .cannotOpen(let path, let reason):
            "The store \(path) cannot be opened: \(reason)."
        case .sqlite(let code, let message, let sql, let path):
            [
                "SQLite refused an operation: \(message) (code \(code)).",
                path.map { "The store is \($0)." }, sql.map { "The statement is: \($0)" },
            ].compactMap { $0 }.joined(separator: " ")
        case .corruptStore(let path, let reason):
            "The store \(path) is damaged: \(reason)."
        case .readOnly(let path): "The store \(path) may not be written to."
        case .storeReplaced(let path):
            "Somebody else has written the store \(path) since it was read: open it again."
        case .missingExternalFile(let path):
            "The file \(path), which holds a value of a record, is missing."
        case .unsupportedPredicate(let reason): reason
        case .historyTokenExpired:
            "The history behind the token is gone: read everything, and go on from the newest token."
        case .collision: "Others have changed the same records at the same time: try again."
        case .timeLimitExceeded: "Reading the records takes too long and was broken off."
        case .misuse(let reason): "\(reason)."
        case .objectNotFound, .mergeConflicts, .constraintConflict, .validation:
            recordDescription
        }
    }

    private var modelDescription: String {
        switch self {
        case .unknownEntity(let name, let suggestion):
            Self.absence("The model has no entity \(name).", suggestion)
        case .unknownProperty(let entity, let property, let suggestion):
            Self.absence("\(entity) has no property \(property).", suggestion)
        case .wrongType(let entity, let property, let expected, let found):
            "\(entity).\(property) takes \(expected), not \(found)."
        case .modelMismatch(let entity, let classProperties, let modelProperties):
            """
            The class of \(entity) was generated from another model: it has \
            \(classProperties.joined(separator: ", ")), and the model has \
            \(modelProperties.joined(separator: ", ")). Generate it again.
            """
        case .unknownTransformer(let name, let entity, let property):
            "\(entity).\(property) needs the value transformer \(name), which is not registered."
        default: ""
        }
    }

    private static func absence(_ text: String, _ suggestion: String?) -> String {
        suggestion.map { "\(text) Did you mean “\($0)”?" } ?? text
    }

    private var recordDescription: String {
        switch self {
        case .objectNotFound(let id): "There is no record \(id)."
        case .mergeConflicts(let conflicts):
            """
            Records were changed elsewhere since they were read: \
            \(conflicts.map(\.description).joined(separator: ", ")).
            """
        case .constraintConflict(let entity, let properties):
            "Another \(entity) has the same \(properties.joined(separator: " and "))."
        case .validation(let faults):
            faults.map { "\($0.entity): \($0.reason)." }.joined(separator: " ")
        default: ""
        }
    }
}

extension StoreOpenFailure: CustomStringConvertible {
    /// The reason as the end of a sentence, without a full stop.
    public var description: String {
        switch self {
        case .missing: "there is no such file"
        case .notADatabase: "it is no SQLite database"
        case .foreign(let detail): "it is no store of records: \(detail)"
        case .incompatibleModel(let detail):
            "it was written with another version of the model: \(detail)"
        case .locked(let holder): "it is in use, \(holder)"
        case .noPermission(let detail): "access is refused: \(detail)"
        case .noSpace: "the disk is full"
        case .other(let detail): detail
        }
    }
}

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
