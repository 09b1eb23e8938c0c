import ObjectModel

/// Resolves conflicts by a merge policy. Afterwards the context's objects are based on the stored
/// values, and their changes are those that still need saving.
struct ConflictResolution {
    private let context: ManagedObjectContext
    private let conflicts: SaveConflicts
    private let policy: MergePolicy

    init(_ conflicts: SaveConflicts, in context: ManagedObjectContext) {
        self.context = context
        self.conflicts = conflicts
        policy = context.mergePolicy
    }

    /// Resolves all conflicts, and returns the objects that had one.
    ///
    /// - Throws: `PersistenceError.mergeConflicts` if the policy leaves conflicts, and errors of a
    ///   custom policy. Nothing is changed then.
    func run() throws -> [ManagedObject] {
        let undecided = self.undecided
        guard undecided.mergeConflicts.isEmpty else {
            throw PersistenceError.mergeConflicts(undecided.mergeConflicts)
        }
        let merged = try conflicts.changed.map { object, stored in
            try merge(object, onto: stored)
        }
        context.withoutUndoRegistration {
            for ((object, stored), unsaved) in zip(conflicts.changed, merged) {
                context.rebase(object, onto: stored, unsaved: unsaved)
                if case .rollback = policy { object.forgetJoins() }
                context.events?.recordRefresh(of: object)
            }
            for (object, stored) in conflicts.deleted {
                context.takeBackDeletion(of: object, storedAs: stored)
            }
            let gone = conflicts.gone + conflicts.dangling
            context.acceptDeletion(of: gone, restoring: true)
            context.turnRelationshipsIntoFaults(to: gone.map(\.objectID))
        }
        try repeatDeletions()
        return conflicts.changed.map(\.object)
    }

    /// The conflicts that the policy does not resolve.
    private var undecided: SaveConflicts {
        var rest = conflicts
        switch policy {
        case .error: break
        case .rollback, .mergeByPropertyStoreTrump: rest = SaveConflicts()
        case .mergeByPropertyObjectTrump, .overwrite, .custom: rest.changed = []
        }
        rest.changed.removeAll { $0.object.wasRenumbered }
        rest.gone.removeAll(where: \.wasRenumbered)
        return rest
    }

    /// Applies the delete rules again, to changes that others made since.
    private func repeatDeletions() throws {
        for referrer in conflicts.referrers { try context.refresh(referrer, mergeChanges: true) }
        context.repeatDeletions(conflicts.newlyReferenced)
    }

    // MARK: - Values

    /// The values to save for an object; nil if they are the stored ones.
    private func merge(_ object: ManagedObject, onto stored: RowSnapshot) throws -> RowSnapshot? {
        guard let mine = object.row, let base = object.committedRow, !object.wasRenumbered
        else { return nil }
        let changed = object.changedValueNumbers
        let merged = stored.copy()
        switch policy {
        case .error, .rollback: return nil
        case .mergeByPropertyStoreTrump:
            for number in changed where stored[number] == base[number] {
                merged[number] = mine[number]
            }
        case .mergeByPropertyObjectTrump:
            for number in changed { merged[number] = mine[number] }
        case .overwrite:
            for number in 0..<mine.count where !mine[number].isDeferred {
                merged[number] = mine[number]
            }
        case .custom(let decide):
            try fill(merged, of: object, as: decide, original: base)
        }
        for slot in object.layout.toOneSlots {
            // A position is valid only for the same destination.
            guard let orderSlot = object.layout.slots[slot].orderSlot,
                merged[slot] == stored[slot], mine[slot] != stored[slot]
            else { continue }
            merged[orderSlot] = stored[orderSlot]
        }
        return merged
    }

    /// Fills a row with the decision of a custom policy.
    private func fill(
        _ merged: RowSnapshot, of object: ManagedObject,
        as decide: (MergeCandidate) throws -> [String: AttributeValue], original: RowSnapshot
    ) throws {
        guard let mine = object.row else { return }
        let layout = object.layout
        let candidate = MergeCandidate(
            objectID: object.objectID, original: layout.valuesByName(original),
            unsaved: layout.valuesByName(mine), persisted: layout.valuesByName(merged),
            uniqueProperties: [])
        let decision = try MergeDecision(decide(candidate), about: object, in: context)
        for (slot, value) in decision.values { merged[slot.number] = value }
        // Positions have no names; they belong to the relationships that the context set.
        for number in object.changedValueNumbers where number >= layout.slots.count {
            merged[number] = mine[number]
        }
    }
}

extension ManagedObject {
    /// Whether the object itself is unchanged, but changes of its neighbors gave it another
    /// position.
    fileprivate var wasRenumbered: Bool {
        let changes = changedValueNumbers
        guard !changes.isEmpty, changes.allSatisfy({ $0 >= layout.slots.count }) else {
            return false
        }
        return layout.toOneSlots.allSatisfy { number in
            let slot = layout.slots[number]
            guard let orderSlot = slot.orderSlot, changes.contains(orderSlot),
                let inverse = slot.inverseSlot
            else { return true }
            return destination(at: number)?.extras?.toMany[inverse]?.isReordered != true
        }
    }

    /// Drops the unsaved members of many-to-many relationships, at both ends.
    fileprivate func forgetJoins() {
        for relationship in changedJoins {
            if let inverse = relationship.property.inverseSlot {
                for member in relationship.gained.objects {
                    member.relationship(at: inverse).setUnsavedState(
                        of: self, isMember: false, isStored: false)
                }
                for member in relationship.lost.objects {
                    member.relationship(at: inverse).setUnsavedState(
                        of: self, isMember: true, isStored: true)
                }
            }
            relationship.rollback()
        }
    }
}

/// The decision of a custom merge policy about an object, checked against its entity, because a row
/// keeps only the number of a destination and would refer to any record with that number.
struct MergeDecision {
    /// The new values.
    let values: [(slot: PropertySlot, value: AttributeValue)]

    /// - Throws: `PersistenceError.unknownProperty` for a name without a stored value;
    ///   `objectNotFound`, `wrongType` or `misuse` for a destination that is not a record of the
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

    /// A value whose ID is that of the context's stores.
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
        guard let destination, own.storeEntity.layout.isKind(of: destination) else {
            throw PersistenceError.wrongType(
                entity: entity.name, property: slot.name,
                expected: destination?.name ?? "a value", found: id.entityName)
        }
        try object.objectID.storeEntity.checkStore(of: own, at: slot)
        return .object(own)
    }
}
