import ObjectModel

/// The destinations of a to-many relationship of one object.
///
/// It is a fault until someone asks for the destinations. What was gained and lost since the last
/// save is kept apart, so that a change at the inverse end does not have to read them.
final class ToManyRelationship {
    // Only the owner keeps the relationship, and code that works with it holds the owner: the
    // reference never dangles, and to count it would take as long as many a call.
    private unowned(unsafe) let owner: ManagedObject
    let property: PropertySlot
    /// The destinations; nil while the relationship is a fault.
    private var members: MemberList?
    private(set) var gained = MemberList()
    private(set) var lost = MemberList()
    /// Whether the order differs from the store's otherwise than by additions at the end.
    private(set) var isReordered = false
    /// The order that was made by hand, until the destinations are read again.
    private var order: [ManagedObject]?
    /// The destinations as a set, since they were last asked for as one.
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
        // Sets of a class and of its subclass are laid out alike, and the classes were checked.
        return unsafeBitCast(set, to: Set<Destination>.self)
    }

    func typedArray<Destination: ManagedObject>() -> [Destination] {
        let objects = loaded().objects
        guard leads(to: Destination.self) else { return objects.compactMap { $0 as? Destination } }
        return unsafeBitCast(objects, to: [Destination].self)
    }

    /// Whether every object that the relationship may lead to is of a class.
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

    /// Puts the destinations into an order; those that it leaves out come last.
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
                // A member that comes back comes last, wherever it was.
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

    /// Puts the destinations into an order that they had.
    func restore(_ order: RelationshipOrder) {
        recordOrder()
        let present = loaded().indexed()
        var restored = MemberList(order.objects.filter(present.contains))
        for object in present.objects { restored.append(object) }
        members = restored
        // Gained members may have come back in another order.
        gained = MemberList(restored.objects.filter(gained.contains) + gained.objects)
        isReordered = order.wasReordered || owner.context?.saveCount != order.saveCount
        recordChange()
    }

    /// Counts an object among the destinations again that was left out while it was deleted.
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

    /// Takes over destinations that were fetched along with the owner.
    func prefill(_ objects: [ManagedObject]) {
        if members == nil { members = arranged(merged(objects)) }
    }

    /// Becomes a fault again; unsaved changes stay.
    func turnIntoFault() {
        if isReordered, let members { order = members.objects }
        members = nil
        set = nil
    }

    /// Takes over, of one destination, what the store has and what is to be saved.
    func settle(_ object: ManagedObject, isMember: Bool, isStored: Bool) {
        gained.remove(object, keepingOrder: isOrdered)
        lost.remove(object, keepingOrder: isOrdered)
        if isMember, !isStored { gained.append(object) }
        if isStored, !isMember { lost.append(object) }
        turnIntoFault()
        if hasChanges { owner.context?.recordChange(of: owner) }
        owner.context?.events?.recordRefresh(of: owner)
    }

    /// The store has what this relationship has.
    func didSave() {
        gained = MemberList()
        lost = MemberList()
        isReordered = false
        order = nil
    }

    /// Forgets unsaved changes.
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
    /// Whether the relationship's destinations are rows of a join table.
    package var hasJoinTable: Bool {
        isToMany && !isTransient && (inverseIsToMany || inverseSlot == nil)
    }

    /// Of the two ends of a many-to-many relationship, the one that writes the join table's rows.
    var writesJoinRows: Bool {
        guard let inverseSlot else { return true }
        return (declaringEntityNumber, number) <= (destinationNumber, inverseSlot)
    }
}

extension ToManyRelationship {
    /// Gives each destination of an ordered relationship its position among the others.
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

    /// Whether an object was added that has no record and gets none, once the others have their keys.
    var leadsToAnotherContext: Bool {
        gained.objects.contains { $0.objectID.isTemporaryID && !$0.isDeleted }
    }

    /// The change of the join table's rows.
    func storeChange(of owner: ManagedObject) -> StoreJoinChange {
        let writesRows = property.writesJoinRows
        // Without an inverse, no one took out what was deleted.
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
    /// The many-to-many relationships with changes, by slot number.
    final var changedJoins: [ToManyRelationship] {
        layout.toManySlots.compactMap { slot in
            extras?.toMany[slot].flatMap { $0.property.hasJoinTable && $0.hasChanges ? $0 : nil }
        }
    }

    /// Whether the store has something to write for the object.
    final var hasStoredChanges: Bool {
        changedValueNumbers.contains { layout.isWritten($0) } || !changedJoins.isEmpty
            || state.contains(.versionRaised)
    }
}
