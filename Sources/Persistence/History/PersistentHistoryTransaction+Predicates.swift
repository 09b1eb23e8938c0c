extension PersistentHistoryTransaction: PredicateSubject {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// What predicates of a history request see of a transaction.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        switch key {
        case "transactionNumber": .value(.integer(transactionNumber))
        case "timestamp": .value(.date(timestamp))
        case "author": .value(author.map(AttributeValue.string) ?? .null)
        case "contextName": .value(contextName.map(AttributeValue.string) ?? .null)
        case "bundleID": .value(bundleID.map(AttributeValue.string) ?? .null)
        case "processID": .value(processID.map(AttributeValue.string) ?? .null)
        case "storeID": .value(.string(storeID))
        default:
            throw PersistenceError.unknownProperty(
                entity: "PersistentHistoryTransaction", property: key)
        }
    }
}

extension PersistentHistoryChange: PredicateSubject {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// What predicates of a history request see of a change.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        switch key {
        case "changeID": .value(.integer(changeID))
        case "changeType": .value(.integer(Int64(changeType.rawValue)))
        case "changedObjectID": .value(.object(changedObjectID))
        case "changedEntity": .value(.string(changedObjectID.entityName))
        case "updatedProperties":
            .collection((updatedProperties ?? []).sorted().map { .value(.string($0)) })
        default:
            throw PersistenceError.unknownProperty(
                entity: "PersistentHistoryChange", property: key)
        }
    }
}
