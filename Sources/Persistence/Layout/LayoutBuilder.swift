import Foundation
import ObjectModel

struct LayoutBuilder {
    let model: ManagedObjectModel
    let numbers: [String: Int]
    let classes: [String: ManagedObjectClass]

    init(model: ManagedObjectModel, numbers: [String: Int], classes: [ManagedObjectClass]) {
        self.model = model
        self.numbers = numbers
        self.classes = Dictionary(classes.map { ($0.entityName, $0) }) { _, last in last }
    }

    func layout(of name: String) throws -> EntityLayout {
        let lineage = model.lineage(of: name)
        guard let entity = lineage.last, let root = lineage.first else {
            throw PersistenceError.unknownEntity(name)
        }
        var slots: [PropertySlot] = []
        var valueCount = model.propertySlots(of: name).count
        for ancestor in lineage {
            for name in model.propertySlots(of: ancestor.name).dropFirst(slots.count) {
                slots.append(
                    slot(name, of: ancestor, number: slots.count, valueCount: &valueCount))
            }
        }
        try check(classes[name], against: slots)
        let defaults =
            slots.map(defaultValue)
            + Array(repeating: .null, count: valueCount - slots.count)
        return EntityLayout(
            description: entity, numbers: entityNumbers(of: entity, root: root), slots: slots,
            valueCount: valueCount, defaults: defaults,
            objectClass: nearestClass(in: lineage), keyPaths: keyPaths(in: lineage),
            rules: try rules(of: lineage), valueRules: try valueRules(of: slots, entity: name))
    }

    private func entityNumbers(
        of entity: EntityDescription, root: EntityDescription
    ) -> EntityNumbers {
        func last(_ entity: EntityDescription) -> Int {
            model.subentities(of: entity.name).last.map(last) ?? numbers[entity.name, default: 0]
        }
        return EntityNumbers(
            number: numbers[entity.name, default: 0], last: last(entity),
            parent: entity.superentityName.flatMap { numbers[$0] } ?? 0,
            root: numbers[root.name, default: 0], rootName: root.name)
    }

    private func slot(
        _ name: String, of entity: EntityDescription, number: Int, valueCount: inout Int
    ) -> PropertySlot {
        let declaring = numbers[entity.name, default: 0]
        guard let relationship = entity.relationships.first(where: { $0.name == name }) else {
            return PropertySlot(
                attribute: attribute(name, of: entity), name: name, number: number,
                declaringEntityNumber: declaring)
        }
        let destination = relationship.destinationEntity
        let inverse = relationship.inverseName.flatMap { inverse in
            model.allRelationships(of: destination).first { $0.name == inverse }
        }
        var orderSlot: Int?
        if !relationship.isToMany, inverse?.isOrdered == true, inverse?.isToMany == true {
            orderSlot = valueCount
            valueCount += 1
        }
        return PropertySlot(
            relationship: relationship, number: number, declaringEntityNumber: declaring,
            destinationNumber: numbers[destination, default: 0], inverse: inverse,
            inverseSlot: inverse.flatMap {
                model.propertySlots(of: destination).firstIndex(of: $0.name)
            }, orderSlot: orderSlot)
    }

    /// The attribute with a name, or the part of a composite one with a dotted name.
    private func attribute(_ name: String, of entity: EntityDescription) -> AttributeDescription? {
        entity.attributes.lazy.flatMap(model.leafAttributes).first { $0.name == name }
    }

    private func defaultValue(_ slot: PropertySlot) -> AttributeValue {
        slot.attribute.map(AttributeValue.init(defaultOf:)) ?? .null
    }

    private func rules(of lineage: [EntityDescription]) throws -> [ModelRule] {
        try lineage.flatMap { entity in
            try entity.validationPredicates.map { try ModelRule($0, of: entity.name) }
        }
    }

    private func valueRules(of slots: [PropertySlot], entity: String) throws -> [Int: [ModelRule]] {
        var rules: [Int: [ModelRule]] = [:]
        for slot in slots {
            guard let predicates = slot.attribute?.validationPredicates, !predicates.isEmpty
            else { continue }
            rules[slot.number] = try predicates.map {
                try ModelRule($0, of: "\(entity).\(slot.name)")
            }
        }
        return rules
    }

    private func nearestClass(in lineage: [EntityDescription]) -> ManagedObject.Type {
        lineage.reversed().lazy.compactMap { classes[$0.name]?.objectClass }.first
            ?? ManagedObject.self
    }

    private func keyPaths(in lineage: [EntityDescription]) -> KeyPathNames {
        KeyPathNames(
            lineage.reduce(into: [:]) { names, entity in
                names.merge(classes[entity.name]?.keyPaths.names ?? [:]) { $1 }
            })
    }

    /// Generated accessors use slot numbers, so these must agree with the model's.
    private func check(_ generated: ManagedObjectClass?, against slots: [PropertySlot]) throws {
        guard let generated, generated.propertySlots != slots.map(\.name) else { return }
        throw PersistenceError.modelMismatch(
            entity: generated.entityName, classProperties: generated.propertySlots,
            modelProperties: slots.map(\.name))
    }
}
