public import Persistence

/// Records with some of their values before and after a change, so that it can be undone. It can be
/// stored.
public struct ChangedRecords: Sendable, Codable {
    private let records: [ChangedRecord]

    /// The number of records.
    public var count: Int { records.count }

    /// Records that are about to be saved.
    ///
    /// - Parameter keys: the attributes and to-one relationships that the change sets, or `tags`.
    /// - Throws: errors of the store.
    public init(_ records: [ManagedObject], _ keys: [String]) throws {
        self.records = try records.map { object in
            var new: [String: StoredValue] = [:]
            for key in keys { new[key] = try StoredValue(key, of: object) }
            var former = object.committedValues(forKeys: keys.filter { $0 != StoredValue.tagsKey })
                .compactMapValues(StoredValue.init)
            if keys.contains(StoredValue.tagsKey) {
                former[StoredValue.tagsKey] = try StoredValue(formerTagsOf: object)
            }
            return ChangedRecord(
                entity: object.objectID.entityName, number: object.savedNumber, former: former,
                new: new)
        }
    }

    /// Restores the former values, except of records that have other ones by now, or were deleted. A value
    /// that names a deleted record becomes none.
    ///
    /// - Returns: the restored records.
    /// - Throws: errors of the store.
    public func undo(in context: ManagedObjectContext) throws -> [ManagedObject] {
        try records.compactMap { changed in
            guard let object = try context.record(changed.entity, changed.number),
                try changed.new.allSatisfy({ try $1.isSame(as: StoredValue($0, of: object)) })
            else { return nil }
            for (key, value) in changed.former {
                let value = try value.isGone(in: context) ? .none : value
                try value.set(key, of: object, in: context)
            }
            return object
        }
    }
}

extension StoredValue {
    /// Whether two values are equal. A database rounds dates to microseconds.
    fileprivate func isSame(as other: StoredValue?) -> Bool {
        guard case .date(let date) = self, case .date(let other)? = other else {
            return self == other
        }
        return abs(date - other) < 0.000_01
    }
}
