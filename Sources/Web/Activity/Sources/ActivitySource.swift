import Domain
import Persistence

/// How the records of an entity are called where it is told what became of them.
struct ActivitySource: Sendable {
    /// What a record is called, and its page.
    typealias Name = (label: String, path: SitePath?)

    let section: Section
    /// What one of them is: `item`.
    let noun: String
    /// Of what they are parts, which is told of where both come or go at once. Empty for what stands by
    /// itself.
    let wholes: Set<EntityName>
    /// Whether its name is that of something else: the photo *of* an item.
    let isOf: Bool
    /// What one of them is called now, and its page: its own, or that of what it belongs to.
    let name: @Sendable (ManagedObject) throws -> Name

    /// Takes the words for the records of a class.
    ///
    /// - Parameters:
    ///   - wholes: of what they are parts.
    ///   - isOf: whether the name is that of something else. Default: it is for parts.
    init<Record: ManagedObject>(
        _ section: Section, _ noun: String, partOf wholes: Set<EntityName> = [],
        isOf: Bool? = nil, _ name: @escaping @Sendable (Record) throws -> Name
    ) {
        self.section = section
        self.noun = noun
        self.wholes = wholes
        self.isOf = isOf ?? !wholes.isEmpty
        self.name = { record in try (record as? Record).map(name) ?? ("", nil) }
    }

    /// The words for all entities that people have to do with.
    static let all: [EntityName: ActivitySource] = inventory.merging(sales) { $1 }
        .merging(others) { $1 }

    /// What is of use to the program alone: counters, steps of the undo, words that are offered, and what
    /// only keeps how something else was, which is told of where that changes.
    static let unseen: Set<EntityName> = [
        EntityName("ItemNumbering"), EntityName("ValueRecord"), EntityName("SaleNumbering"),
        EntityName("NumberSeries"),
        .groceryName, .groceryStep, .bookChange, EntityName("BookSampleLoading"),
    ]

    /// The entities of some sections.
    static func entities(of sections: some Sequence<Section>) -> Set<EntityName> {
        let sections = Set(sections)
        return Set(all.filter { sections.contains($0.value.section) }.keys)
    }

    /// What is told of the changes of a save: what stands by itself, then parts; parts that came or went
    /// with what they are parts of are left out.
    static func told(_ changes: [Activity.Change]) -> [Activity.Change] {
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
            guard let source = all[change.entity], !source.wholes.isEmpty else { return true }
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

    /// The names of records that are still there, by their IDs.
    ///
    /// - Throws: errors of the store.
    static func names(
        of ids: some Sequence<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: Name] {
        var names: [ManagedObjectID: Name] = [:]
        for (entity, ids) in Dictionary(grouping: Set(ids), by: \.entityName) {
            guard let source = all[EntityName(entity)] else { continue }
            for record in try context.objects(with: ids, entityName: entity) {
                names[record.objectID] = try source.name(record)
            }
        }
        return names
    }
}
