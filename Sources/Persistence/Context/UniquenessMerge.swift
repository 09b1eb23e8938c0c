import ObjectModel

/// Merges objects into records with the same unique values.
///
/// The record keeps its ID, and the new object is deleted. The record gets the object's values and
/// relationships as far as the merge policy says. An object that is not new reverts to its old
/// values if the policy prefers the store.
struct UniquenessMerge {
    private let context: ManagedObjectContext
    private let policy: MergePolicy

    /// Nil if the context's policy leaves duplicates to the store.
    init?(_ context: ManagedObjectContext) {
        policy = context.mergePolicy
        self.context = context
        if case .error = policy { return nil }
    }

    /// Merges duplicates. Returns whether there were any.
    func run() throws -> Bool {
        let candidates = context.updatedObjects + context.insertedObjects
        // Records of different stores do not conflict.
        let groups = Dictionary(grouping: candidates) { object in
            Kind(entity: object.layout.number, store: object.objectID.storeEntity.storeIndex)
        }
        var merged: [ManagedObject] = []
        for group in groups.values {
            guard let entity = group.first?.layout else { continue }
            for constraint in context.coordinator.layout.uniquenessConstraints(of: entity) {
                merged += try merge(
                    group.filter { !$0.isDeleted && constraint.concerns($0) }, constraint)
            }
        }
        guard !merged.isEmpty else { return false }
        context.propagateDeletions()
        context.updateStates(of: merged)
        return true
    }

    /// The entity and store within which objects may share a record.
    private struct Kind: Hashable {
        let entity: Int
        let store: Int
    }

    // MARK: - Finding

    private func merge(
        _ objects: [ManagedObject], _ constraint: UniquenessConstraint
    ) throws -> [ManagedObject] {
        var present = try storedObjects(like: objects, constraint)
        var merged: [ManagedObject] = []
        for object in objects {
            guard let values = constraint.values(of: object) else { continue }
            guard let other = present[values], other !== object else {
                present[values] = object
                continue
            }
            guard other.layout === object.layout else { continue }
            try merge(object, into: other, constraint)
            merged.append(object)
        }
        return merged
    }

    /// Stored objects by the unique values that others would duplicate.
    private func storedObjects(
        like objects: [ManagedObject], _ constraint: UniquenessConstraint
    ) throws -> [[AttributeValue]: ManagedObject] {
        let storeIndex = objects.first?.objectID.storeEntity.storeIndex
        var found: [[AttributeValue]: ManagedObject] = [:]
        for chunk in objects.compactMap(constraint.values).chunks(of: 100) {
            let fetch = constraint.fetch(chunk)
            for object in try context.fetchStored(fetch, refreshing: false)
            where !object.isDeleted && object.objectID.storeEntity.storeIndex == storeIndex {
                if let values = constraint.values(of: object) { found[values] = object }
            }
        }
        return found
    }

    // MARK: - Merging

    private func merge(
        _ object: ManagedObject, into other: ManagedObject, _ constraint: UniquenessConstraint
    ) throws {
        switch policy {
        case .error: return
        case .rollback where !object.isInserted: revert(object.layout.slots, of: object)
        case .mergeByPropertyStoreTrump where !object.isInserted:
            revert(constraint.slots, of: object)
        case .rollback, .mergeByPropertyStoreTrump:
            move(object, into: other, replacing: { _ in false })
        case .mergeByPropertyObjectTrump:
            let changed = Set(object.changedValueNumbers)
            move(object, into: other) { slot in
                let value = object.value(at: slot.number)
                return object.isInserted
                    ? slot.isToOne || value != object.layout.defaults[slot.number]
                    : changed.contains(slot.number)
            }
        case .overwrite: move(object, into: other, replacing: { _ in true })
        case .custom(let decide):
            let decision = try MergeDecision(
                decide(candidate(object, other, constraint)), about: other, in: context)
            move(object, into: other, replacing: { _ in false })
            for (slot, value) in decision.values { set(value, slot, of: other) }
        }
    }

    /// Reverts changes of some properties.
    private func revert(_ slots: [PropertySlot], of object: ManagedObject) {
        guard let stored = object.committedRow else { return }
        for slot in slots {
            if slot.isToMany {
                let members = object.relationship(at: slot.number)
                for member in members.gained.objects { members.remove(member) }
                for member in members.lost.objects where !member.isDeleted { members.add(member) }
            } else if slot.isToOne {
                object.setToOne(destination(stored[slot.number]), at: slot.number)
            } else {
                object.setValue(stored[slot.number], at: slot.number)
            }
        }
    }

    /// Moves an object's members and values to another one, and deletes it.
    private func move(
        _ object: ManagedObject, into other: ManagedObject,
        replacing replaces: (PropertySlot) -> Bool
    ) {
        let replaced = Set(object.layout.slots.filter(replaces).map(\.number))
        for slot in object.layout.slots {
            if slot.isToMany {
                let members = object.relationship(at: slot.number).objects
                object.setToMany([ManagedObject](), at: slot.number)
                other.addToMany(members, at: slot.number)
            } else if slot.isToOne {
                let destination = object.destination(at: slot.number)
                object.setToOne(nil, at: slot.number)
                guard let destination else { continue }
                if replaced.contains(slot.number) || other.destination(at: slot.number) == nil {
                    other.setToOne(destination, at: slot.number)
                }
            } else if replaced.contains(slot.number), slot.attribute?.isDerived == false {
                other.setValue(object.value(at: slot.number), at: slot.number)
            }
        }
        context.undoInsertion(object)
    }

    // MARK: - Policies of the application's own

    private func candidate(
        _ object: ManagedObject, _ other: ManagedObject, _ constraint: UniquenessConstraint
    ) -> MergeCandidate {
        other.fireIfNeeded()
        object.fireIfNeeded()
        let empty = RowSnapshot(count: other.layout.valueCount, version: 0)
        let stored = other.layout.valuesByName(other.committedRow ?? other.row ?? empty)
        return MergeCandidate(
            objectID: other.objectID, original: stored,
            unsaved: object.layout.valuesByName(object.row ?? empty), persisted: stored,
            uniqueProperties: constraint.properties)
    }

    private func set(_ value: AttributeValue, _ slot: PropertySlot, of object: ManagedObject) {
        if slot.isToOne {
            object.setToOne(destination(value), at: slot.number)
        } else {
            object.setValue(value, at: slot.number)
        }
    }

    private func destination(_ value: AttributeValue) -> ManagedObject? {
        guard case .object(let id) = value else { return nil }
        return context.object(with: id)
    }
}

extension UniquenessConstraint {
    /// Whether an object may have new values.
    fileprivate func concerns(_ object: ManagedObject) -> Bool {
        guard !object.isInserted else { return true }
        let changed = object.changedValueNumbers
        return slots.contains { changed.contains($0.number) }
    }

    /// The object's values; nil if one is null, which is never a duplicate.
    fileprivate func values(of object: ManagedObject) -> [AttributeValue]? {
        let values = slots.map { object.value(at: $0.number) }
        return values.contains(where: \.isNull) ? nil : values
    }
}
