/// An error of this library.
///
/// The text names operation, entity and cause for a log. It contains no values of records, except
/// the value that keeps a store from getting a uniqueness constraint.
///
/// ```swift
/// do {
///     try context.save()
/// } catch PersistenceError.validation(let faults) {
///     show(faults.map(\.reason))
/// } catch PersistenceError.mergeConflicts(let conflicts) {
///     askAgain(conflicts)
/// }
/// ```
/// `description` is a sentence with the cause and what to do. <doc:Servers> maps errors to statuses.
public enum PersistenceError: Error, Sendable {
    /// The model has no entity with this name; the suggestion is a similar name.
    case unknownEntity(String, suggestion: String? = nil)
    /// The entity has no property with this name; the suggestion is a similar name.
    case unknownProperty(entity: String, property: String, suggestion: String? = nil)
    /// A value does not have the type of its attribute.
    case wrongType(entity: String, property: String, expected: String, found: String)
    /// Generated classes do not match the model: generate them again.
    case modelMismatch(entity: String, classProperties: [String], modelProperties: [String])
    /// A value transformer of the model is not registered.
    case unknownTransformer(name: String, entity: String, property: String)
    /// A store cannot be opened.
    case cannotOpen(path: String, reason: StoreOpenFailure)
    /// SQLite refused an operation.
    case sqlite(code: Int32, message: String, sql: String?, path: String?)
    /// A store's content does not match its layout.
    case corruptStore(path: String, reason: String)
    /// A predicate, expression or sort key cannot be used here.
    case unsupportedPredicate(String)
    /// Transactions after a history token were deleted (Core Data's 134301).
    case historyTokenExpired
    /// A read exceeded its time limit.
    case timeLimitExceeded
    /// An object's record is no longer in its store.
    case objectNotFound(ManagedObjectID)
    /// Others have changed records since they were read (Core Data's 133020).
    case mergeConflicts([MergeConflict])
    /// Records have equal values of a uniqueness constraint (Core Data's 133021).
    case constraintConflict(entity: String, properties: [String])
    /// Validation refused a save, with all faults.
    case validation([ValidationFault])
    /// A transaction failed because others wrote at the same time what it had read or written. If
    /// all writes of the closure of `write` are undone, the closure may run again. Only stores with
    /// concurrent writers throw it.
    case collision(isUndone: Bool)
    /// The store is read-only.
    case readOnly(path: String)
    /// Another program has replaced a store's data: it wrote the file of an atomic store after that
    /// was read, wrote a read-only store during a read, or replaced the file by another one.
    case storeReplaced(path: String)
    /// The external file of a record is missing.
    case missingExternalFile(path: String)
    /// The library was used incorrectly.
    case misuse(String)
}

/// Reasons why a store cannot be opened.
///
/// ```swift
/// catch PersistenceError.cannotOpen(let path, .locked(let holder)) {
///     print("\(path) is in use: \(holder)")
/// }
/// ```
public enum StoreOpenFailure: Sendable, Hashable {
    /// The file does not exist and must not be created.
    case missing
    /// The file is not an SQLite database.
    case notADatabase
    /// Neither Core Data nor this library made the database.
    case foreign(String)
    /// The store was written with another version of the model.
    case incompatibleModel(String)
    /// Another process has locked the store.
    case locked(String)
    /// The file system denies access.
    case noPermission(String)
    /// The disk is full.
    case noSpace
    /// Another reason.
    case other(String)
}

extension PersistenceError: CustomStringConvertible {
    /// The error as a sentence with cause and place, without values of records.
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
            "Another program has written the store \(path) since it was read: open it again."
        case .missingExternalFile(let path):
            "The file \(path), which holds a value of a record, is missing."
        case .unsupportedPredicate(let reason): reason
        case .historyTokenExpired:
            "The history after the token was deleted: read everything, and continue from the newest token."
        case .collision: "Others have changed the same records at the same time: try again."
        case .timeLimitExceeded: "Reading the records took too long and was stopped."
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
        case .notADatabase: "it is not an SQLite database"
        case .foreign(let detail): "it is not a store of records: \(detail)"
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
    /// Core Data's number of the error; nil if it has none.
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
