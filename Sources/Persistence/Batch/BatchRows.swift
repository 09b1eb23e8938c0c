import ObjectModel

/// Makes rows of the dictionaries of a batch insertion.
final class BatchRows {
    /// Rows that give the same properties.
    struct Batch {
        var rows: [RowSnapshot]
        /// The numbers of the values that were given, in rising order.
        var given: [Int]
    }

    private static let greatestCount = 500
    private let home: EntityHome
    private let stores: StoreTable
    private let transformers: TransformerRegistry
    private let next: (inout [String: any Sendable]) throws -> Bool
    private var waiting: (row: RowSnapshot, given: [Int])?
    private var isAtEnd = false

    init(
        _ home: EntityHome, _ stores: StoreTable, _ transformers: TransformerRegistry,
        _ next: @escaping (inout [String: any Sendable]) throws -> Bool
    ) {
        self.home = home
        self.stores = stores
        self.transformers = transformers
        self.next = next
    }

    /// The next rows, or nil if there are no more.
    func nextBatch() throws -> Batch? {
        guard let first = try nextRow() else { return nil }
        var batch = Batch(rows: [first.row], given: first.given)
        while batch.rows.count < Self.greatestCount, let row = try nextRow() {
            guard row.given == batch.given else {
                waiting = row
                break
            }
            batch.rows.append(row.row)
        }
        return batch
    }

    private func nextRow() throws -> (row: RowSnapshot, given: [Int])? {
        if let row = waiting {
            waiting = nil
            return row
        }
        var values: [String: any Sendable] = [:]
        guard !isAtEnd else { return nil }
        if try next(&values) {
            isAtEnd = true
            return nil
        }
        let row = RowSnapshot(home.layout.defaults, version: 1)
        var given: [Int] = []
        for (name, value) in values {
            guard let slot = home.layout.slot(named: name) else {
                throw PersistenceError.unknownProperty(
                    entity: home.layout.name, property: name)
            }
            row[slot.number] = try converted(value, for: slot)
            given.append(slot.number)
        }
        return (row, given.sorted())
    }

    private func converted(_ value: any Sendable, for slot: PropertySlot) throws -> AttributeValue {
        guard !slot.isToMany, !slot.isTransient, slot.attribute?.isDerived != true else {
            throw PersistenceError.misuse(
                "A batch insertion cannot set \(home.layout.name).\(slot.name)")
        }
        if let value = value as? AttributeValue, value.isNull { return .null }
        guard let attribute = slot.attribute else { return try destination(value, for: slot) }
        guard let value = AttributeValue(value, as: attribute.attributeType) else {
            throw wrongType(value, slot, expected: ExpressionType(attribute).noun)
        }
        guard case .transformable(let content) = value else { return value }
        return .data(
            try transformers.data(from: content.base, for: attribute, of: home.layout.name))
    }

    private func destination(
        _ value: any Sendable, for slot: PropertySlot
    ) throws -> AttributeValue {
        guard slot.orderValueNumber == nil, slot.inverseSlot == nil || slot.inverseIsToMany else {
            throw PersistenceError.misuse(
                "A batch insertion cannot set \(home.layout.name).\(slot.name): the other end would "
                    + "have to be changed too")
        }
        let id: ManagedObjectID? =
            if case .object(let id)? = value as? AttributeValue { id } else {
                value as? ManagedObjectID
            }
        guard let id, !id.isTemporaryID else {
            throw wrongType(value, slot, expected: "the ID of a saved object")
        }
        guard let own = stores.localized(id) else { throw PersistenceError.objectNotFound(id) }
        guard own.home.storeIndex == home.storeIndex else {
            throw PersistenceError.misuse(
                "\(home.layout.name).\(slot.name) leads to an object of another store")
        }
        return .object(own)
    }

    private func wrongType(
        _ value: any Sendable, _ slot: PropertySlot, expected: String
    ) -> PersistenceError {
        .wrongType(
            entity: home.layout.name, property: slot.name, expected: expected,
            found: "\(type(of: value))")
    }
}
