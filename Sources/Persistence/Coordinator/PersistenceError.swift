/// What went wrong in persistence.
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
    /// An object's record is not in its store any more.
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
    /// Somebody else has written the file of an atomic store since it was read: a save would undo
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
