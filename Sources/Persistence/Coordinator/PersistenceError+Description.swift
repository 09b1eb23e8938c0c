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
