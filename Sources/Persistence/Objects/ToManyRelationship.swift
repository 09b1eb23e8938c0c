import ObjectModel

/// The destinations of a to-many relationship of one object.
///
/// It is a fault until the destinations are read. Unsaved additions and removals are kept
/// separately, so that a change at the inverse end does not read them.
final class ToManyRelationship {
    // The owner keeps the relationship alive and is held by all callers, so the reference never
    // dangles, and counting it would cost as much as many calls.
    private unowned(unsafe) let owner: ManagedObject
    let property: PropertySlot
    /// The destinations; nil while the relationship is a fault.
    private var members: MemberList?
    private(set) var gained = MemberList()
    private(set) var lost = MemberList()
    /// Whether the order differs from the store, apart from additions at the end.
    private(set) var isReordered = false
    /// The explicit order, until the destinations are read again.
    private var order: [ManagedObject]?
    /// The destinations as a set, cached.
    private var set: Set<ManagedObject>?

    init(owner: ManagedObject, property: PropertySlot) {
        self.owner = owner
        self.property = property
    }

    private var isOrdered: Bool { property.relationship?.isOrdered ?? false }
    var isFault: Bool { members == nil }
    var hasChanges: Bool { !gained.isEmpty || !lost.isEmpty || isReordered }

    // MARK: - Reading

    var objects: [ManagedObject] { loaded().objects }

    func typedSet<Destination: ManagedObject>() -> Set<Destination> {
        let set = set ?? Set(loaded().objects)
        self.set = set
        guard leads(to: Destination.self) else {
            return Set(set.lazy.compactMap { $0 as? Destination })
        }
        // Sets of a class and of its subclass have the same layout, and the classes are checked.
        return unsafeBitCast(set, to: Set<Destination>.self)
    }

    func typedArray<Destination: ManagedObject>() -> [Destination] {
        let objects = loaded().objects
        guard leads(to: Destination.self) else { return objects.compactMap { $0 as? Destination } }
        return unsafeBitCast(objects, to: [Destination].self)
    }

    /// Whether every possible destination is of a class.
    private func leads<Destination: ManagedObject>(to type: Destination.Type) -> Bool {
        guard let layout = owner.context?.coordinator.layout else { return false }
        return layout.family(of: layout.entity(property.destinationNumber)).allSatisfy {
            $0.objectClass is Destination.Type
        }
    }

    func contains(_ object: ManagedObject) -> Bool {
        if let inverse = property.inverseSlot, !property.inverseIsToMany {
            return object.destination(at: inverse) === owner
        }
        return loaded().contains(object)
    }

    // MARK: - Changing, with the inverse

    func add(_ object: ManagedObject) {
        guard owner.accepts(object, at: property.number), !contains(object) else { return }
        if let inverse = property.inverseSlot, !property.inverseIsToMany {
            object.setToOne(owner, at: inverse)
        } else {
            gain(object)
            object.inverseGained(owner, property)
        }
    }

    func remove(_ object: ManagedObject) {
        guard contains(object) else { return }
        if let inverse = property.inverseSlot, !property.inverseIsToMany {
            object.setToOne(nil, at: inverse)
        } else {
            lose(object)
            object.inverseLost(owner, property)
        }
    }

    func insert(_ object: ManagedObject, at index: Int) {
        add(object)
        guard let position = loaded().index(of: object) else { return }
        move(from: position, to: index)
    }

    func move(from source: Int, to destination: Int) {
        guard source != destination, loaded().objects.indices.contains(source) else { return }
        recordOrder()
        members?.move(from: source, to: destination)
        isReordered = true
        recordChange()
    }

    func replaceAll(with objects: [ManagedObject]) {
        let wanted = MemberList(objects.filter { owner.accepts($0, at: property.number) })
        for object in loaded().objects where !wanted.contains(object) { remove(object) }
        for object in wanted.objects { add(object) }
        guard isOrdered, loaded().objects != wanted.objects else { return }
        recordOrder()
        members = wanted
        isReordered = true
        recordChange()
    }

    /// Orders the destinations; those that are not given come last.
    func arrange(_ order: [ManagedObject]) {
        let present = loaded().indexed()
        var arranged = MemberList(order.filter(present.contains))
        for object in present.objects { arranged.append(object) }
        guard arranged.objects != present.objects else { return }
        recordOrder()
        members = arranged
        isReordered = true
        recordChange()
    }

    // MARK: - Changing, this end alone

    func gain(_ object: ManagedObject) {
        record(.gained(property.number, object))
        if lost.contains(object) {
            if isOrdered {
                // A member that is added back comes last.
                _ = loaded()
                isReordered = true
            }
            lost.remove(object, keepingOrder: isOrdered)
        } else {
            gained.append(object)
        }
        members?.append(object)
        recordChange()
    }

    func lose(_ object: ManagedObject) {
        record(.lost(property.number, object))
        if !gained.remove(object, keepingOrder: isOrdered) { lost.append(object) }
        members?.remove(object, keepingOrder: isOrdered)
        recordChange()
    }

    private func recordChange() {
        set = nil
        owner.context?.recordChange(of: owner)
        if owner.state.contains(.observed) {
            owner.notifyObservers(property.number, old: .null, new: .null)
        }
    }

    // MARK: - Undoing

    private func record(_ change: ObjectChange.Kind) {
        guard let context = owner.context, context.recorder != nil else { return }
        recordOrder()
        context.record(change, of: owner)
    }

    private func recordOrder() {
        guard isOrdered, let context = owner.context, context.recorder != nil else { return }
        context.record(orderOf: property.number, of: owner) {
            RelationshipOrder(
                objects: objects, wasReordered: isReordered, saveCount: context.saveCount)
        }
    }

    /// Restores an earlier order.
    func restore(_ order: RelationshipOrder) {
        recordOrder()
        let present = loaded().indexed()
        var restored = MemberList(order.objects.filter(present.contains))
        for object in present.objects { restored.append(object) }
        members = restored
        // Added members may have been restored in another order.
        gained = MemberList(restored.objects.filter(gained.contains) + gained.objects)
        isReordered = order.wasReordered || owner.context?.saveCount != order.saveCount
        recordChange()
    }

    /// Restores a destination that was left out while it was deleted.
    func rejoin(_ object: ManagedObject) {
        guard let members, !members.contains(object), !lost.contains(object) else { return }
        set = nil
        if isOrdered, !isReordered, !owner.isInserted {
            self.members = nil
        } else {
            self.members?.append(object)
        }
    }

    /// Takes over the destinations of an owner that is inserted again.
    func startAgain(with objects: [ManagedObject]) {
        let list = MemberList(objects)
        members = list
        gained = list
        lost = MemberList()
        isReordered = isOrdered
        set = nil
    }

    // MARK: - Loading and saving

    /// Takes over destinations that were prefetched.
    func prefill(_ objects: [ManagedObject]) {
        if members == nil { members = arranged(merged(objects)) }
    }

    /// Becomes a fault again; unsaved changes stay.
    func turnIntoFault() {
        if isReordered, let members { order = members.objects }
        members = nil
        set = nil
    }

    /// Sets the unsaved state of a destination from whether it is a member and whether it is stored.
    func setUnsavedState(of object: ManagedObject, isMember: Bool, isStored: Bool) {
        gained.remove(object, keepingOrder: isOrdered)
        lost.remove(object, keepingOrder: isOrdered)
        if isMember, !isStored { gained.append(object) }
        if isStored, !isMember { lost.append(object) }
        turnIntoFault()
        if hasChanges { owner.context?.recordChange(of: owner) }
        owner.context?.events?.recordRefresh(of: owner)
    }

    func didSave() {
        gained = MemberList()
        lost = MemberList()
        isReordered = false
        order = nil
    }

    func rollback() {
        didSave()
        members = nil
        set = nil
    }

    private func loaded() -> MemberList {
        if let members { return members }
        let stored = owner.context.map { $0.destinations(of: property, from: owner) } ?? []
        let loaded = arranged(merged(stored ?? []))
        guard stored != nil else { return loaded }
        members = loaded
        order = nil
        return loaded
    }

    private func arranged(_ list: MemberList) -> MemberList {
        guard let order else { return list }
        let list = list.indexed()
        var arranged = MemberList(order.filter(list.contains))
        for object in list.objects { arranged.append(object) }
        return arranged
    }

    private func merged(_ stored: [ManagedObject]) -> MemberList {
        // A store has each destination once.
        if !hasChanges, !stored.contains(where: \.isDeleted) { return MemberList(unique: stored) }
        var list = MemberList(
            stored.lazy.filter { !$0.isDeleted && !self.lost.contains($0) })
        for object in gained.objects where !object.isDeleted { list.append(object) }
        return list
    }
}

extension PropertySlot {
    /// Whether the destinations are in a join table.
    package var hasJoinTable: Bool {
        isToMany && !isTransient && (inverseIsToMany || inverseSlot == nil)
    }

    /// Whether this is the end of a many-to-many relationship that writes the join table.
    var writesJoinRows: Bool {
        guard let inverseSlot else { return true }
        return (declaringEntityNumber, number) <= (destinationNumber, inverseSlot)
    }
}

extension ToManyRelationship {
    /// Assigns positions to the destinations of an ordered relationship.
    func assignPositions() {
        guard property.relationship?.isOrdered == true, hasChanges, !property.hasJoinTable,
            let inverse = property.inverseSlot
        else { return }
        let members = objects
        let positions = members.map { object -> Int64? in
            guard !gained.contains(object),
                let number = object.layout.slots[inverse].orderSlot,
                case .integer(let position) = object.value(at: number)
            else { return nil }
            return position
        }
        for (object, position) in zip(members, OrderPositions.assign(positions)) {
            guard let number = object.layout.slots[inverse].orderSlot else { continue }
            object.setValue(.integer(position), at: number)
        }
    }

    /// Whether a member of another context was added, which has no record and gets none in this
    /// save.
    var leadsToAnotherContext: Bool {
        gained.objects.contains { $0.objectID.isTemporaryID && !$0.isDeleted }
    }

    /// The changes of the join table.
    func storeChange(of owner: ManagedObject) -> StoreJoinChange {
        let writesRows = property.writesJoinRows
        // Without an inverse, deleted objects are still members.
        let added = gained.objects.lazy.filter { !$0.isDeleted }
        return StoreJoinChange(
            key: owner.objectID.key,
            removed: writesRows ? lost.objects.map(\.objectID.key) : [],
            added: writesRows ? added.map(\.objectID.key) : [],
            order: property.relationship?.isOrdered == true
                ? objects.lazy.filter { !$0.isDeleted }.map(\.objectID.key) : nil)
    }
}

extension ManagedObject {
    /// The changed many-to-many relationships, by slot number.
    final var changedJoins: [ToManyRelationship] {
        layout.toManySlots.compactMap { slot in
            extras?.toMany[slot].flatMap { $0.property.hasJoinTable && $0.hasChanges ? $0 : nil }
        }
    }

    /// Whether the object has changes for the store.
    final var hasStoredChanges: Bool {
        changedValueNumbers.contains { layout.isWritten($0) } || !changedJoins.isEmpty
            || state.contains(.versionRaised)
    }
}
