import Domain
import Persistence

extension SectionCatalog {
    /// The entities of some sections.
    func entities(of sections: some Sequence<Section>) -> Set<EntityName> {
        let sections = Set(sections)
        return Set(activity.filter { sections.contains($0.value.section) }.keys)
    }

    /// The changes of a save that are listed: first records that are part of nothing, then parts. A
    /// part that was added or deleted together with its container is left out.
    func told(_ changes: [Activity.Change]) -> [Activity.Change] {
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
