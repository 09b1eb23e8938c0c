import Foundation
import ObjectModel

@testable import Persistence

/// The records of a store by name, with the names of their destinations.
struct RecordLinks: Equatable {
    struct Record: Equatable {
        var entity: String
        var destinations: [String: [String]] = [:]
    }

    var records: [String: Record] = [:]

    /// Fills a new store with records and with links between them.
    static func fill(_ context: ManagedObjectContext, _ random: inout SplitMix) throws {
        let layout = context.coordinator.layout
        var objects: [ManagedObject] = []
        for entity in layout.entities where !entity.description.isAbstract {
            for number in 1...3 where entity.slot(named: "name") != nil {
                let object = try ManagedObject(entityName: entity.name, context: context)
                try object.setValue("\(entity.name) \(number)", forKey: "name")
                objects.append(object)
            }
        }
        let slots = layout.entities.flatMap { entity in
            entity.slots.filter {
                $0.declaringEntityNumber == entity.number && $0.relationship != nil
            }
        }
        for slot in slots {
            for _ in 0..<random.below(9) {
                let (first, second) = (random.pick(objects), random.pick(objects))
                guard first.layout.isKind(of: layout.entity(slot.declaringEntityNumber)),
                    second.layout.isKind(of: layout.entity(slot.destinationNumber))
                else { continue }
                let present = try first.predicateValue(forKey: slot.name).managedObjects
                guard !present.contains(where: { $0 === second }) else { continue }
                let wanted = slot.isToMany ? present + [second] : [second]
                try first.setValue(wanted, forKey: slot.name)
            }
        }
        try context.save()
    }

    /// Reads the records of a store.
    init(_ context: ManagedObjectContext) throws {
        let layout = context.coordinator.layout
        for root in layout.entities where root.superNumber == 0 {
            for object in try context.fetch(FetchRequest<ManagedObject>(entityName: root.name)) {
                guard let name = try Self.name(of: object) else { continue }
                var record = Record(entity: object.layout.name)
                for slot in object.layout.slots where slot.relationship != nil {
                    let found = try object.predicateValue(forKey: slot.name).managedObjects
                    let names = try found.compactMap(Self.name)
                    record.destinations[slot.name] =
                        slot.relationship?.isOrdered == true ? names : names.sorted()
                }
                records[name] = record
            }
        }
    }

    private static func name(of object: ManagedObject) throws -> String? {
        guard object.layout.slot(named: "name") != nil else { return nil }
        return try object.value(forKey: "name") as? String
    }
}

/// The expected links after a mapping, record by record.
struct PredictedLinks {
    private let old: RecordLinks
    private let source: ManagedObjectModel
    private let destination: ManagedObjectModel
    private let mapping: MappingModel
    /// The destinations of records by each relationship of the newer version.
    private(set) var links = RecordLinks(records: [:])
    /// The lists whose order is kept.
    private(set) var ordered: [String: Set<String>] = [:]
    /// The properties for which the migration is refused, with the number of records.
    private(set) var refusals: [Refusal: Int] = [:]

    struct Refusal: Hashable {
        var property: String
        /// Whether records would have several destinations of a to-one relationship; otherwise they
        /// would have none.
        var isOfSeveral: Bool
    }

    init(
        _ old: RecordLinks, from source: ManagedObjectModel, to destination: ManagedObjectModel,
        by mapping: MappingModel
    ) {
        (self.old, self.source, self.destination, self.mapping) = (
            old, source, destination, mapping
        )
        for (name, record) in old.records {
            guard let entity = mapping.destinationNames[record.entity] else { continue }
            links.records[name] = .init(entity: entity)
        }
        let names = links.records.keys.sorted()
        for name in names {
            for relationship in relationships(of: name) { predict(relationship, of: name, names) }
        }
        for name in names {
            for relationship in relationships(of: name) where !relationship.isToMany {
                let count = links.records[name]?.destinations[relationship.name]?.count ?? 0
                guard count > 1 || (count == 0 && !relationship.isOptional) else { continue }
                let entity = links.records[name]?.entity ?? ""
                let property = "\(entity).\(relationship.name)"
                refusals[Refusal(property: property, isOfSeveral: count > 1), default: 0] += 1
            }
        }
    }

    private func relationships(of name: String) -> [RelationshipDescription] {
        destination.allRelationships(of: links.records[name]?.entity ?? "")
    }

    private mutating func predict(
        _ relationship: RelationshipDescription, of name: String, _ names: [String]
    ) {
        let own = mapped(relationship.name, of: name)
        let others = names.filter { other in
            guard let inverse = relationship.inverseName, isKind(other, relationship) else {
                return false
            }
            // The inverse has an entity that the record must be of.
            let back = relationships(of: other).first { $0.name == inverse }
            return back.map { isKind(name, $0) } == true
                && mapped(inverse, of: other)?.contains(name) == true
        }
        let kept = (own ?? []).filter { isKind($0, relationship) }
        let added = others.filter { !kept.contains($0) }
        let wasOrdered = source.allRelationships(of: old.records[name]?.entity ?? "").contains {
            $0.isOrdered && $0.name == mappedName(relationship.name, of: name)
        }
        if relationship.isOrdered, wasOrdered, added.isEmpty {
            ordered[name, default: []].insert(relationship.name)
            links.records[name]?.destinations[relationship.name] = kept
        } else {
            links.records[name]?.destinations[relationship.name] = (kept + added).sorted()
        }
    }

    private func mappedName(_ relationship: String, of name: String) -> String? {
        mapping.mapping(to: links.records[name]?.entity ?? "")?.relationships[relationship]
    }

    private func mapped(_ relationship: String, of name: String) -> [String]? {
        mappedName(relationship, of: name).flatMap { old.records[name]?.destinations[$0] }
    }

    private func isKind(_ name: String, _ relationship: RelationshipDescription) -> Bool {
        destination.lineage(of: links.records[name]?.entity ?? "").contains {
            $0.name == relationship.destinationEntity
        }
    }

    /// Describes the records in which a migrated store differs.
    func differences(from found: RecordLinks) -> [String] {
        guard found.records.keys.sorted() == links.records.keys.sorted() else {
            return ["\(found.records.keys.sorted())"]
        }
        return links.records.keys.sorted().flatMap { name -> [String] in
            guard let wanted = links.records[name], let record = found.records[name] else {
                return []
            }
            guard wanted.entity == record.entity else { return ["\(name): \(record.entity)"] }
            return wanted.destinations.keys.sorted().compactMap { relationship in
                let isOrdered = ordered[name]?.contains(relationship) == true
                let members = record.destinations[relationship] ?? []
                guard wanted.destinations[relationship] != (isOrdered ? members : members.sorted())
                else { return nil }
                return "\(name).\(relationship): \(members), not "
                    + "\(wanted.destinations[relationship] ?? [])"
            }
        }
    }
}

extension RecordLinks {
    fileprivate init(records: [String: Record]) { self.records = records }
}
