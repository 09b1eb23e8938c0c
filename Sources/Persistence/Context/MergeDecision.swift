import ObjectModel

/// What a merge policy of the application's own decides about an object, checked against its entity:
/// a row keeps the number of a destination alone, and would lead to any record of that number.
struct MergeDecision {
    /// The values that the object is to get.
    let values: [(slot: PropertySlot, value: AttributeValue)]

    /// - Throws: `PersistenceError.unknownProperty` for a name that stands for no value of a record;
    ///   `objectNotFound`, `wrongType` or `misuse` for a destination that is no record of the
    ///   coordinator's stores, of another entity, or of another store than the object.
    init(
        _ decided: [String: AttributeValue], about object: ManagedObject,
        in context: ManagedObjectContext
    ) throws {
        let entity = object.layout
        values = try decided.map { name, value in
            guard let slot = entity.slot(named: name), !slot.isToMany else {
                throw entity.unknownProperty(name)
            }
            return (slot, try Self.localized(value, of: slot, of: object, in: context))
        }
    }

    /// A value with the ID of its record as the context's stores have it.
    private static func localized(
        _ value: AttributeValue, of slot: PropertySlot, of object: ManagedObject,
        in context: ManagedObjectContext
    ) throws -> AttributeValue {
        let entity = object.layout
        let destination = slot.relationship.map { _ in
            context.coordinator.layout.entity(slot.destinationNumber)
        }
        guard case .object(let id) = value else {
            guard destination != nil, !value.isNull else { return value }
            throw slot.wrongType(in: entity, found: ExpressionType(value).modelName)
        }
        guard let own = context.storeTable.localized(id) else {
            throw PersistenceError.objectNotFound(id)
        }
        guard let destination, own.home.layout.isKind(of: destination) else {
            throw PersistenceError.wrongType(
                entity: entity.name, property: slot.name,
                expected: destination?.name ?? "a value", found: id.entityName)
        }
        try object.objectID.home.checkStore(of: own, at: slot)
        return .object(own)
    }
}
