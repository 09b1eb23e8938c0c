import Persistence

/// What is in what: locations in locations, items in items, items in locations.
///
/// A save goes through here. Nothing is in itself, by whatever way, and what is in an item is where that
/// item is.
enum Placement {
    /// Looks at what a save is about to move, and moves what goes along.
    ///
    /// - Throws: `PersistenceError.validation` for a ring, and errors of the store.
    static func settle(_ save: PendingSave) throws {
        let (context, present) = (save.context, save.present)
        try refuseRings("Location", by: "parent", name: "name", in: context, present)
        try refuseRings("Item", by: "container", name: "itemName", in: context, present)
        try settleItems(in: context)
    }

    // MARK: - Rings

    /// The ways up are read from the store within the save's turn, so that two who move at once, each
    /// without a ring, cannot make one together.
    private static func refuseRings(
        _ entity: String, by key: String, name: String, in context: ManagedObjectContext,
        _ present: ManagedObjectContext
    ) throws {
        let objects = (context.insertedObjects + context.updatedObjects)
            .filter { $0.objectID.entityName == entity }
        let moved = try objects.filter { try hasMoved($0, by: key) }
        guard try moved.contains(where: { try owner(of: $0, key) != nil }) else { return }
        var owners = try storedOwners(entity, key, in: present)
        // What others have moved is where they put it, though this context knows it elsewhere.
        for object in moved { owners[object.objectID] = try owner(of: object, key) }
        for object in moved {
            var seen: Set = [object.objectID]
            var next = owners[object.objectID]
            while let id = next {
                guard seen.insert(id).inserted else { throw try ring(object, key, name) }
                next = owners[id]
            }
        }
    }

    private static func storedOwners(
        _ entity: String, _ key: String, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: ManagedObjectID] {
        var request = DictionaryFetchRequest(entityName: entity)
        request.columns = [("self", .evaluatedObject), ("owner", .key(key))]
        request.predicate = .key(key) != nil
        var owners: [ManagedObjectID: ManagedObjectID] = [:]
        for row in try context.fetchDictionaries(request) {
            guard let id = row["self"]?.objectID, let owner = row["owner"]?.objectID else {
                continue
            }
            owners[id] = owner
        }
        return owners
    }

    private static func ring(
        _ object: ManagedObject, _ key: String, _ name: String
    ) throws -> PersistenceError {
        func text(_ object: ManagedObject?) throws -> String {
            try object?.value(forKey: name) as? String ?? ""
        }
        let (inner, outer) = (
            try text(object), try text(object.value(forKey: key) as? ManagedObject)
        )
        let reason =
            inner == outer
            ? "“\(inner)” cannot be in itself" : "“\(outer)” is in “\(inner)” itself"
        return ValueRules.refusal(object, key, reason)
    }

    private static func owner(of object: ManagedObject, _ key: String) throws -> ManagedObjectID? {
        (try object.value(forKey: key) as? ManagedObject)?.objectID
    }

    /// Whether an object is in something else than what is saved.
    private static func hasMoved(_ object: ManagedObject, by key: String) throws -> Bool {
        let present = try owner(of: object, key)
        guard !object.isInserted else { return present != nil }
        var former: ManagedObjectID?
        if case .object(let id) = object.committedValues(forKeys: [key])[key] { former = id }
        return present != former
    }

    // MARK: - Items

    private static func settleItems(in context: ManagedObjectContext) throws {
        var moved: [Item] = []
        for case let item as Item in context.insertedObjects + context.updatedObjects {
            if try hasMoved(item, by: "container") || hasMoved(item, by: "location") {
                moved.append(item)
            }
        }
        var settled: Set<ManagedObjectID> = []
        for item in moved { try settle(item, &settled) }
        try takeAlong(moved, in: context)
    }

    /// Brings an item to where what it is in is; one that was moved by itself is in it no more.
    private static func settle(_ item: Item, _ settled: inout Set<ManagedObjectID>) throws {
        guard settled.insert(item.objectID).inserted, let container = item.container else { return }
        try settle(container, &settled)
        guard item.location !== container.location else { return }
        if try hasMoved(item, by: "container") || !hasMoved(item, by: "location") {
            item.location = container.location
        } else {
            item.container = nil
        }
    }

    /// What is in items goes with them, level by level.
    private static func takeAlong(_ items: [Item], in context: ManagedObjectContext) throws {
        var owners = items.filter { !$0.isInserted }
        while !owners.isEmpty {
            let request = FetchRequest<Item>(
                FetchExpression.key("container").isIn(owners.map(\.objectID)))
            owners = try context.fetch(request).filter { item in
                guard let container = item.container, item.location !== container.location else {
                    return false
                }
                item.location = container.location
                return true
            }
        }
    }
}
