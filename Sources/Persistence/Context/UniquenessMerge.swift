import ObjectModel

/// The merging of new objects into records that have the same values where values are unique.
///
/// The record stays, with its ID, and the new object goes. Values and relationships that the new
/// object has are the record's afterwards, as far as the merge policy says so.
struct UniquenessMerge {
    private let context: ManagedObjectContext
    /// Whether values of new objects replace those that are there.
    private let replaces: Bool
    /// Whether these are all values, or those that are not what a new object starts with.
    private let replacesAll: Bool

    /// Makes nothing where the context's policy leaves doubled values to the store.
    init?(_ context: ManagedObjectContext) {
        switch context.mergePolicy {
        case .error, .custom: return nil
        case .rollback, .mergeByPropertyStoreTrump: (replaces, replacesAll) = (false, false)
        case .mergeByPropertyObjectTrump: (replaces, replacesAll) = (true, false)
        case .overwrite: (replaces, replacesAll) = (true, true)
        }
        self.context = context
    }

    /// Merges what has to be merged. Returns whether anything had.
    func run() throws -> Bool {
        let groups = Dictionary(
            grouping: context.insertedObjects, by: { ObjectIdentifier($0.objectID.home) })
        var merged: [ManagedObject] = []
        for group in groups.values {
            guard let entity = group.first?.layout else { continue }
            for constraint in constraints(of: entity) {
                merged += try merge(group.filter { !$0.isDeleted }, constraint)
            }
        }
        guard !merged.isEmpty else { return false }
        context.propagateDeletions()
        context.settle(merged)
        return true
    }

    /// The unique values, with the entity whose records share them.
    private struct Constraint {
        let entity: EntityLayout
        let slots: [PropertySlot]

        /// The object's values; nil if one is missing, which is never doubled.
        func values(of object: ManagedObject) -> [AttributeValue]? {
            let values = slots.map { object.value(at: $0.number) }
            return values.contains(where: \.isNull) ? nil : values
        }
    }

    private func constraints(of entity: EntityLayout) -> [Constraint] {
        let layout = context.coordinator.layout
        return layout.model.lineage(of: entity.name).flatMap { description in
            description.uniquenessConstraints.compactMap { names in
                guard let declaring = layout.entity(named: description.name) else { return nil }
                let slots = names.compactMap(declaring.slot(named:))
                return slots.count == names.count
                    ? Constraint(entity: declaring, slots: slots) : nil
            }
        }
    }

    // MARK: - Finding

    private func merge(
        _ objects: [ManagedObject], _ constraint: Constraint
    ) throws -> [ManagedObject] {
        var present = try storedObjects(like: objects, constraint)
        var merged: [ManagedObject] = []
        for object in objects {
            guard let values = constraint.values(of: object) else { continue }
            guard let other = present[values] else {
                present[values] = object
                continue
            }
            guard other.layout === object.layout else { continue }
            merge(object, into: other)
            merged.append(object)
        }
        return merged
    }

    /// The objects of the same store, by the values that others of them would double.
    private func storedObjects(
        like objects: [ManagedObject], _ constraint: Constraint
    ) throws -> [[AttributeValue]: ManagedObject] {
        let storeIndex = objects.first?.objectID.home.storeIndex
        var found: [[AttributeValue]: ManagedObject] = [:]
        for chunk in objects.compactMap(constraint.values).chunks(of: 100) {
            var fetch = StoreFetch(entity: constraint.entity)
            fetch.predicate = .or(chunk.map { predicate(constraint.slots, $0) })
            for object in try context.fetchStored(fetch, refreshing: false)
            where !object.isDeleted && object.objectID.home.storeIndex == storeIndex {
                if let values = constraint.values(of: object) { found[values] = object }
            }
        }
        return found
    }

    private func predicate(_ slots: [PropertySlot], _ values: [AttributeValue]) -> FetchPredicate {
        .and(
            zip(slots, values).map { slot, value in
                .comparison(FetchComparison(.keyPath([slot.name]), .equal, .constant(value)))
            })
    }

    // MARK: - Merging

    private func merge(_ object: ManagedObject, into other: ManagedObject) {
        for slot in object.layout.slots {
            if slot.isToMany {
                let members = object.relationship(at: slot.number).objects
                object.setToMany([ManagedObject](), at: slot.number)
                other.addToMany(members, at: slot.number)
            } else if slot.isToOne {
                let destination = object.destination(at: slot.number)
                object.setToOne(nil, at: slot.number)
                guard let destination else { continue }
                if replaces || other.destination(at: slot.number) == nil {
                    other.setToOne(destination, at: slot.number)
                }
            } else if replaces, slot.attribute?.isDerived == false {
                let value = object.value(at: slot.number)
                guard replacesAll || value != object.layout.defaults[slot.number] else { continue }
                other.setValue(value, at: slot.number)
            }
        }
        context.withdraw(object)
    }
}
