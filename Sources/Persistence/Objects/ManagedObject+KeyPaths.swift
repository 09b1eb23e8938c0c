import ObjectModel

extension ManagedObject {
    /// The value at a key path, such as `author.name`, `address.street` or `books.@sum.price`; nil
    /// if a to-one relationship on the way is nil.
    ///
    /// A to-many relationship gives many values: an array if the first such relationship on the way
    /// is ordered, otherwise a set. Nested collections are flattened.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `FetchPredicateError` for an operator that
    ///   does not exist or does not suit the values.
    public final func value(forKeyPath keyPath: String) throws -> (any Hashable)? {
        let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return try value(at: keys[...])
    }

    /// The values of some properties by name; nil for null. Relationships give the IDs of their
    /// destinations, so that the dictionary may be used in other tasks.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public final func dictionaryWithValues(
        forKeys keys: [String]
    ) throws -> [String: (any Sendable)?] {
        try keys.reduce(into: [:]) { values, key in
            values.updateValue(try sendableValue(of: requireSlot(key)), forKey: key)
        }
    }

    /// Sets the values of several properties by name: attributes as `setValue(_:forKey:)` does,
    /// relationships by an ID or an array of IDs.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`; the values
    ///   before the faulty one, in the order of the names, are set then.
    public final func setValuesForKeys(_ values: [String: (any Sendable)?]) throws {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let slot = try requireSlot(key)
            guard slot.relationship != nil, let value, let context else {
                try setValue(value, forKey: key)
                continue
            }
            let ids = value as? [ManagedObjectID] ?? (value as? ManagedObjectID).map { [$0] }
            guard let ids else { throw wrongType(slot, found: value) }
            try setValue(ids.map(context.object(with:)), forKey: key)
        }
    }

    // MARK: - Internal

    private func value(at keys: ArraySlice<String>) throws -> (any Hashable)? {
        let count = layout.keyCount(at: keys)
        let key = keys.prefix(count).joined(separator: ".")
        let rest = keys.dropFirst(count)
        if rest.first?.hasPrefix("@") == true {
            let path = FetchExpression.keyPath([key] + rest)
            return try PredicateEvaluator(object: .subject(self)).value(of: path).hashable
        }
        let value = try value(forKey: key)
        guard !rest.isEmpty else { return value }
        switch value {
        case nil: return nil
        case let object as ManagedObject: return try object.value(at: rest)
        case let objects as Set<ManagedObject>: return Set(try Self.values(at: rest, of: objects))
        case let objects as [ManagedObject]: return try Self.values(at: rest, of: objects)
        default:
            throw layout.unknownProperty(keys.joined(separator: "."))
        }
    }

    private static func values(
        at keys: ArraySlice<String>, of objects: some Sequence<ManagedObject>
    ) throws -> [AnyHashable] {
        try objects.flatMap { object -> [AnyHashable] in
            switch try object.value(at: keys) {
            case nil: []
            case let members as [AnyHashable]: members
            case let members as Set<AnyHashable>: Array(members)
            case let value?: [AnyHashable(value)]
            }
        }
    }

    private func sendableValue(of slot: PropertySlot) throws -> (any Sendable)? {
        if slot.isToMany { return try objectIDs(forRelationshipNamed: slot.name) }
        switch value(at: slot.number) {
        case .data(let data) where slot.attribute?.attributeType == .binaryData: return data
        case .data: return transformed(at: slot.number, as: (any Sendable).self)
        case let value: return value.base
        }
    }
}

extension PredicateValue {
    /// The value as a Swift type without predicates.
    fileprivate var hashable: (any Hashable)? {
        switch self {
        case .value(let value): value.base as? any Hashable
        case .subject(let subject): subject as? any Hashable
        case .collection(let members):
            members.compactMap { member in member.hashable.map { AnyHashable($0) } }
        }
    }
}
