/// Something that a predicate can be asked about: an object, a record, a dictionary.
public protocol PredicateSubject {
    /// The identity, by which it is equal to others; nil if it has none.
    var predicateObjectID: ManagedObjectID? { get }

    /// The value of a key. Parts of composite attributes have keys with dots (`address.street`).
    ///
    /// - Throws: if there is no such key, or its value cannot be read.
    func predicateValue(forKey key: String) throws -> PredicateValue

    /// How many of the keys at the beginning of a path name one value together: several where they lead to a
    /// part of a composite attribute. Default: 1.
    func predicateKeyCount(at keys: ArraySlice<String>) -> Int
}

extension PredicateSubject {
    public func predicateKeyCount(at keys: ArraySlice<String>) -> Int { 1 }
}

extension Dictionary: PredicateSubject where Key == String, Value == AttributeValue {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// The value of the key; no value if the dictionary does not have it.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        .value(self[key] ?? .null)
    }
}

/// A value as predicates see it.
public enum PredicateValue {
    /// The value of an attribute; `.value(.null)` where there is none.
    case value(AttributeValue)
    /// Another record.
    case subject(any PredicateSubject)
    /// The destinations of a to-many relationship, or other values, in their order.
    case collection([PredicateValue])

    /// No value.
    public static var null: PredicateValue { .value(.null) }

    /// The value of an attribute, or the ID of a record; nil for a collection.
    var attributeValue: AttributeValue? {
        switch self {
        case .value(let value): value
        case .subject(let subject): subject.predicateObjectID.map(AttributeValue.object) ?? .null
        case .collection: nil
        }
    }
}

extension FetchPredicate {
    /// Whether the predicate holds for a record.
    ///
    /// - Throws: `FetchPredicateError` if the predicate asks for what the record's values do not have, or
    ///   what the subject throws.
    public func evaluate(with subject: some PredicateSubject) throws -> Bool {
        try PredicateEvaluator(object: .subject(subject)).isTrue(self)
    }

    /// Whether the predicate holds for a value, which is `SELF` in it.
    public func evaluate(with value: AttributeValue) throws -> Bool {
        try PredicateEvaluator(object: .value(value)).isTrue(self)
    }
}

extension FetchExpression {
    /// The expression's value for a record.
    ///
    /// - Throws: `FetchPredicateError` if the expression asks for what the record's values do not have,
    ///   or what the subject throws.
    public func value(with subject: some PredicateSubject) throws -> PredicateValue {
        try PredicateEvaluator(object: .subject(subject)).value(of: self)
    }
}

extension Sequence where Element: PredicateSubject {
    /// The members for which a predicate holds.
    public func filtered(using predicate: FetchPredicate) throws -> [Element] {
        try filter { try predicate.evaluate(with: $0) }
    }

    /// The members in an order; those that are equal in it keep theirs.
    public func sorted(using descriptors: [FetchSortDescriptor]) throws -> [Element] {
        let members = Array(self)
        let keys = try members.map { try FetchSortKey(of: $0, descriptors) }
        return members.indices.sorted { first, second in
            keys[first].precedes(keys[second], descriptors) ?? (first < second)
        }.map { members[$0] }
    }
}

extension ManagedObject: PredicateSubject {
    public var predicateObjectID: ManagedObjectID? { objectID }

    /// The value of a property as predicates see it; the name of the record's entity for `entity`.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = layout.slot(named: key) else {
            if key == "objectID" || key == "self" { return .subject(self) }
            if key == "entity" { return .value(.string(layout.name)) }
            if key == IndexedText.key { return layout.indexedText { value(at: $0) } }
            throw layout.unknownProperty(key)
        }
        if slot.isToOne { return destination(at: slot.number).map(PredicateValue.subject) ?? .null }
        if slot.isToMany {
            return .collection(relationship(at: slot.number).objects.map(PredicateValue.subject))
        }
        return .value(layout.attributeValue(slot.number) { value(at: $0) })
    }

    public func predicateKeyCount(at keys: ArraySlice<String>) -> Int { layout.keyCount(at: keys) }
}

/// A record of a store as predicates see it. Values and destinations are read when they are asked
/// for.
package final class StoreRecordSubject: PredicateSubject {
    private let session: any StoreSession
    private let storeEntities: StoreEntities
    private let entityNumber: Int
    private let key: Int64
    private var row: RowSnapshot?
    /// The numbers of the values that were read; nil for all.
    private var slots: Set<Int>?

    /// - Parameters:
    ///   - row: the record's values, if they were read already.
    ///   - slots: the numbers of those that were; nil, the default, for all.
    package init(
        in session: any StoreSession, storeEntities: StoreEntities, entityNumber: Int, key: Int64,
        row: RowSnapshot? = nil, slots: Set<Int>? = nil
    ) {
        self.session = session
        self.storeEntities = storeEntities
        self.entityNumber = entityNumber
        self.key = key
        self.row = row
        self.slots = slots
    }

    private var entity: EntityLayout { storeEntities.all[entityNumber - 1].layout }

    package var predicateObjectID: ManagedObjectID? {
        storeEntities.objectID(entityNumber: entityNumber, key: key)
    }

    package func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = entity.slot(named: key) else {
            if key == "entity" { return .value(.string(entity.name)) }
            if key == IndexedText.key {
                return try entity.indexedText { try values(with: $0)[$0] }
            }
            throw entity.unknownProperty(key)
        }
        if slot.isToMany {
            return .collection(
                try session.destinations(of: slot, from: entity, key: self.key).map {
                    .subject(record(entityNumber: $0.entityNumber, key: $0.key))
                })
        }
        let value = try entity.attributeValue(slot.number) { try values(with: $0)[$0] }
        switch value {
        case .object(let id):
            return .subject(record(entityNumber: id.storeEntity.layout.number, key: id.key))
        case .deferred:
            return .value(try session.value(of: slot, entity: entity, key: self.key))
        default:
            return .value(value)
        }
    }

    package func predicateKeyCount(at keys: ArraySlice<String>) -> Int { entity.keyCount(at: keys) }

    private func record(entityNumber: Int, key: Int64) -> StoreRecordSubject {
        StoreRecordSubject(
            in: session, storeEntities: storeEntities, entityNumber: entityNumber, key: key)
    }

    /// The values of the record, or as many of them as were read, if the one of a number is among these.
    private func values(with number: Int) throws -> RowSnapshot {
        if let row, slots?.contains(number) ?? true { return row }
        // A reference may lead to a record that is gone; it has no values.
        let values =
            try session.row(of: entity, key: key)?.snapshot()
            ?? RowSnapshot(count: entity.valueCount, version: 0)
        row = values
        slots = nil
        return values
    }
}
