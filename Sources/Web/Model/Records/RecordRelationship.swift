import ObjectModel
import Persistence

/// A relationship to the records of a list, as in its address: `AssetType.items`.
struct RecordRelationship {
    private let source: EntityLayout
    private let slot: PropertySlot

    /// Parses the name of a relationship.
    ///
    /// - Throws: a 422 if there is no such relationship to the entity.
    init(_ text: String, to entity: EntityLayout, in context: ManagedObjectContext) throws {
        let names = text.split(separator: ".").map(String.init)
        let layout = context.coordinator.layout
        guard names.count == 2, let source = layout.entity(named: names[0]),
            let slot = source.slot(named: names[1]), let relationship = slot.relationship,
            let destination = layout.entity(named: relationship.destinationEntity),
            entity.isKind(of: destination) || destination.isKind(of: entity)
        else {
            throw SiteError.unprocessable(
                "This list cannot be shown", "relationship", "Relationship",
                "“\(text.prefix(100))” does not lead to \(entity.name)")
        }
        self.source = source
        self.slot = slot
    }

    /// The condition for the destinations of a source record with a number.
    ///
    /// - Throws: errors of the store.
    func selection(of number: Int?, in context: ManagedObjectContext) throws -> FetchPredicate {
        guard let number else { return .constant(false) }
        let id = try context.coordinator.objectID(
            entityName: source.name, recordNumber: Int64(number))
        return try selection(of: id, in: context)
    }

    /// The condition for the destinations of a record, by the inverse if there is one.
    private func selection(
        of id: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> FetchPredicate {
        if let inverse = slot.relationship?.inverseName {
            return .comparison(
                FetchComparison(
                    .keyPath([inverse]), .equal, .constant(.object(id)),
                    modifier: slot.inverseIsToMany ? .any : .direct))
        }
        let value = try context.object(with: id).value(forKey: slot.name)
        let objects: [ManagedObject] =
            switch value {
            case let object as ManagedObject: [object]
            case let objects as [ManagedObject]: objects
            case let objects as Set<ManagedObject>: Array(objects)
            default: []
            }
        return FetchExpression.evaluatedObject.isIn(objects.map(\.objectID))
    }

    /// The number of destinations of a record.
    ///
    /// - Throws: errors of the store.
    static func count(
        of slot: PropertySlot, _ record: ManagedObject, in context: ManagedObjectContext
    ) throws -> Int {
        try fetch(slot, record, in: context).map { try context.count(for: $0) } ?? 0
    }

    /// The first destinations of a record, in order if the relationship is ordered.
    ///
    /// - Throws: errors of the store.
    static func destinations(
        _ slot: PropertySlot, of record: ManagedObject, limit: Int,
        in context: ManagedObjectContext
    ) throws -> [ManagedObject] {
        if slot.relationship?.isOrdered == true {
            let members = try record.value(forKey: slot.name) as? [ManagedObject] ?? []
            return Array(members.prefix(limit))
        }
        guard var fetch = try fetch(slot, record, in: context) else { return [] }
        fetch.fetchLimit = limit
        return try context.fetch(fetch)
    }

    private static func fetch(
        _ slot: PropertySlot, _ record: ManagedObject, in context: ManagedObjectContext
    ) throws -> FetchRequest<ManagedObject>? {
        guard let destination = slot.relationship?.destinationEntity,
            let source = context.coordinator.layout.entity(named: record.entity.name)
        else { return nil }
        return FetchRequest(
            entityName: destination,
            try RecordRelationship(source: source, slot: slot)
                .selection(of: record.objectID, in: context))
    }

    private init(source: EntityLayout, slot: PropertySlot) {
        self.source = source
        self.slot = slot
    }
}
