/// A change of many records at once, its names resolved.
public enum StoreBatch {
    /// The records get new values, by slot. The expressions are over the record before.
    case update(StoreFetch, [StoreAssignment])
    /// The records are deleted, as the delete rules of the model say.
    case delete(StoreFetch)

    /// Which records it is about.
    package var selection: StoreFetch {
        switch self {
        case .update(let fetch, _), .delete(let fetch): fetch
        }
    }

    /// The name of a relationship whose new destination is one of those that are asked for.
    func relationshipName(whereDestination matches: (ManagedObjectID) -> Bool) -> String? {
        guard case .update(_, let assignments) = self else { return nil }
        return assignments.first { assignment in
            guard case .constant(.object(let id)) = assignment.value else { return false }
            return matches(id)
        }?.slot.name
    }
}

/// A new value for a slot.
public struct StoreAssignment {
    /// The attribute or to-one relationship.
    public var slot: PropertySlot
    /// The value, a constant of the attribute's type or an expression over the record.
    public var value: FetchExpression
}

/// What a change of many records did.
public struct StoreBatchResult {
    /// The number of records that were updated or deleted, those apart that only lost a reference.
    public var count = 0
    /// The records that were changed; empty if nobody asked.
    public var updated: [StoreReference] = []
    /// The records that are gone; empty if nobody asked.
    public var deleted: [StoreReference] = []

    /// Makes a result.
    public init(
        count: Int = 0, updated: [StoreReference] = [], deleted: [StoreReference] = []
    ) {
        self.count = count
        self.updated = updated
        self.deleted = deleted
    }
}
