import Domain
import Persistence

extension SectionCatalog {
    /// The entities of some sections.
    func entities(of sections: some Sequence<Section>) -> Set<EntityName> {
        let sections = Set(sections)
        return Set(activity.filter { sections.contains($0.value.section) }.keys)
    }

    /// The changes of a save that are listed: first records that are part of nothing, then parts. A
    /// part that was added or deleted together with its container is left out, and so is what closing a
    /// stocktake, or opening it again, sets at other records.
    func told(_ changes: [Activity.Change]) -> [Activity.Change] {
        let isOfStocktake = changes.contains {
            $0.entity == .stocktake && $0.type == .update && $0.properties.contains("closedAt")
        }
        let changes = isOfStocktake ? changes.filter { !$0.isSetByStocktake } : changes
        var parts: [Activity.Change] = []
        var (added, deleted): (Set<EntityName>, Set<EntityName>) = ([], [])
        for change in changes {
            switch change.type {
            case .insert: added.insert(change.entity)
            case .delete: deleted.insert(change.entity)
            case .update: break
            }
        }
        let wholes = changes.filter { change in
            guard let source = activity[change.entity], !source.wholes.isEmpty else { return true }
            let isTold =
                switch change.type {
                case .insert: added.isDisjoint(with: source.wholes)
                case .delete: deleted.isDisjoint(with: source.wholes)
                case .update: true
                }
            if isTold { parts.append(change) }
            return false
        }
        return wholes + parts
    }

    /// The names of records that still exist, by their IDs.
    ///
    /// - Throws: errors of the store.
    func names(
        of ids: some Sequence<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: ActivitySource.Name] {
        var names: [ManagedObjectID: ActivitySource.Name] = [:]
        for (entity, ids) in Dictionary(grouping: Set(ids), by: \.entityName) {
            guard let source = activity[EntityName(entity)] else { continue }
            for record in try context.objects(with: ids, entityName: entity) {
                names[record.objectID] = try source.name(record)
            }
        }
        return names
    }
}

extension Activity.Change {
    /// Whether it is nothing but what closing a stocktake, or opening it again, sets at another record.
    fileprivate var isSetByStocktake: Bool {
        switch type {
        case .insert: entity == .stockEntry
        case .update:
            !properties.isEmpty && Set(properties).isSubset(of: Self.setByStocktake[entity] ?? [])
        case .delete: false
        }
    }

    private static let setByStocktake: [EntityName: Set<String>] = [
        .item: ["lastSeen", "lastSeenBy"],
        .sighting: ["outcome", "formerSeen", "formerSeenBy"],
        .product: ["stock", "isStocked"], .stockEntry: ["kind"],
    ]
}
