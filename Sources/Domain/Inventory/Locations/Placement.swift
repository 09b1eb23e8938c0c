import Persistence

/// The rules of nesting of locations and items, applied by each save.
///
/// Nothing contains itself, directly or indirectly, and an item inside another one has that one's
/// location.
enum Placement {
    /// Checks moves in a save, and moves contents along.
    ///
    /// - Throws: `PersistenceError.validation` for a cycle; errors of the store.
    static func apply(_ save: PendingSave) throws {
        let (context, present) = (save.context, save.present)
        try refuseCycles("Location", by: "parent", name: "name", in: context, present)
        try refuseCycles("Item", by: "container", name: "itemName", in: context, present)
        try placeItems(in: context)
    }

    // MARK: - Cycles

    /// Ancestors are read from the store inside the write turn, so that two concurrent moves cannot
    /// create a cycle together.
    private static func refuseCycles(
        _ entity: String, by key: String, name: String, in context: ManagedObjectContext,
        _ present: ManagedObjectContext
    ) throws {
        let objects = (context.insertedObjects + context.updatedObjects)
            .filter { $0.objectID.entityName == entity }
        let moved = try objects.filter { try hasMoved($0, by: key) }
        guard try moved.contains(where: { try owner(of: $0, key) != nil }) else { return }
        var owners = try storedOwners(entity, key, in: present)
        // The store's parents count, even if this context has older ones.
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
        let request = DictionaryFetchRequest(
            entityName: entity, .key(key) != nil,
            columns: [("self", .evaluatedObject), ("owner", .key(key))])
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

    /// Whether an object has another container than the saved one.
    private static func hasMoved(_ object: ManagedObject, by key: String) throws -> Bool {
        let present = try owner(of: object, key)
        guard !object.isInserted else { return present != nil }
        var former: ManagedObjectID?
        if case .object(let id) = object.committedValues(forKeys: [key])[key] { former = id }
        return present != former
    }

    // MARK: - Items

    private static func placeItems(in context: ManagedObjectContext) throws {
        var moved: [Item] = []
        for case let item as Item in context.insertedObjects + context.updatedObjects {
            if try hasMoved(item, by: "container") || hasMoved(item, by: "location") {
                moved.append(item)
            }
        }
        var placed: Set<ManagedObjectID> = []
        for item in moved { try place(item, &placed) }
        try takeAlong(moved, in: context)
    }

    /// Moves an item to its container's location; one with another location leaves its container.
    private static func place(_ item: Item, _ placed: inout Set<ManagedObjectID>) throws {
        guard placed.insert(item.objectID).inserted, let container = item.container else { return }
        try place(container, &placed)
        guard item.location !== container.location else { return }
        if try hasMoved(item, by: "container") || !hasMoved(item, by: "location") {
            item.location = container.location
        } else {
            item.container = nil
        }
    }

    /// Moves the contents of items along, level by level.
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
