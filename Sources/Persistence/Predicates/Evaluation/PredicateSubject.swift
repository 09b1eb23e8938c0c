/// A value that predicates are evaluated with: an object, a record or a dictionary.
public protocol PredicateSubject {
    /// The identity that equality compares; nil if it has none.
    var predicateObjectID: ManagedObjectID? { get }

    /// The value of a key. Parts of composite attributes have dotted keys (`address.street`).
    ///
    /// - Throws: if the key is unknown or its value cannot be read.
    func predicateValue(forKey key: String) throws -> PredicateValue

    /// The number of keys at the beginning of a path that name one value together; more than one
    /// for a part of a composite attribute. Default: 1.
    func predicateKeyCount(at keys: ArraySlice<String>) -> Int
}

extension PredicateSubject {
    public func predicateKeyCount(at keys: ArraySlice<String>) -> Int { 1 }
}

extension Dictionary: PredicateSubject where Key == String, Value == AttributeValue {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// The value of the key; null if the dictionary does not have it.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        .value(self[key] ?? .null)
    }
}

/// A value in the evaluation of a predicate.
public enum PredicateValue {
    /// An attribute's value; `.value(.null)` for none.
    case value(AttributeValue)
    /// Another record.
    case subject(any PredicateSubject)
    /// The destinations of a to-many relationship, or other values, in order.
    case collection([PredicateValue])

    /// No value.
    public static var null: PredicateValue { .value(.null) }

    /// The attribute's value or the record's ID; nil for a collection.
    var attributeValue: AttributeValue? {
        switch self {
        case .value(let value): value
        case .subject(let subject): subject.predicateObjectID.map(AttributeValue.object) ?? .null
        case .collection: nil
        }
    }
}

extension FetchPredicate {
    /// Whether the predicate is true for a record.
    ///
    /// - Throws: `FetchPredicateError` if the values do not support an operation of the predicate;
    ///   errors of the subject.
    public func evaluate(with subject: some PredicateSubject) throws -> Bool {
        try PredicateEvaluator(object: .subject(subject)).isTrue(self)
    }

    /// Whether the predicate is true for a value, which is its `SELF`.
    public func evaluate(with value: AttributeValue) throws -> Bool {
        try PredicateEvaluator(object: .value(value)).isTrue(self)
    }
}

extension FetchExpression {
    /// The expression's value for a record.
    ///
    /// - Throws: `FetchPredicateError` if the values do not support an operation of the expression;
    ///   errors of the subject.
    public func value(with subject: some PredicateSubject) throws -> PredicateValue {
        try PredicateEvaluator(object: .subject(subject)).value(of: self)
    }
}

extension Sequence where Element: PredicateSubject {
    /// The members for which a predicate is true.
    public func filtered(using predicate: FetchPredicate) throws -> [Element] {
        try filter { try predicate.evaluate(with: $0) }
    }

    /// The members in an order; the sort is stable.
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

    /// The value of a property; for `entity`, the name of the record's entity.
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

/// A record of a store, whose values and destinations are read on demand.
package final class StoreRecordSubject: PredicateSubject {
    private let session: any StoreSession
    private let storeEntities: StoreEntities
    private let entityNumber: Int
    private let key: Int64
    private var row: RowSnapshot?
    /// The numbers of the values in the row; nil for all.
    private var slots: Set<Int>?

    /// - Parameters:
    ///   - row: the record's values, if they are read already.
    ///   - slots: the numbers of the values in the row. Default: nil, for all.
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

    /// The values of the record, if they include the one with a number.
    private func values(with number: Int) throws -> RowSnapshot {
        if let row, slots?.contains(number) ?? true { return row }
        // A reference may lead to a deleted record, which has no values.
        let values =
            try session.row(of: entity, key: key)?.snapshot()
            ?? RowSnapshot(count: entity.valueCount, version: 0)
        row = values
        slots = nil
        return values
    }
}
