import Foundation
import ObjectModel

/// Sets the values of newer objects by a mapping.
struct MappedValues {
    let mapping: EntityMapping
    let manager: MigrationManager
    let policy: EntityMigrationPolicy

    func setAttributes(of destination: ManagedObject, from source: ManagedObject) throws {
        for slot in destination.layout.slots {
            guard let attribute = slot.attribute, !slot.isTransient, !attribute.isDerived else {
                continue
            }
            if let expression = mapping.expressions[slot.name] {
                let result = try value(of: expression, source, destination, slot.name)
                guard let value = result.attributeValue else {
                    throw failure(slot.name, "the mapping gives it several values")
                }
                destination.setValue(
                    try converted(value, to: attribute, slot.name), at: slot.number)
            } else if let old = mapping.attributes[slot.name].flatMap(source.layout.slot(named:)) {
                let value = source.value(at: old.number)
                // A new required property keeps its default.
                if value.isNull, !slot.isOptional { continue }
                destination.setValue(
                    try converted(value, to: attribute, slot.name), at: slot.number)
            }
        }
        try manager.sourceContext.throwRememberedError()
    }

    func setRelationships(of destination: ManagedObject, from source: ManagedObject) throws {
        for slot in destination.layout.slots where slot.relationship != nil && !slot.isTransient {
            let objects: [ManagedObject]
            if let expression = mapping.expressions[slot.name] {
                let found = try value(of: expression, source, destination, slot.name)
                    .managedObjects
                objects = found.flatMap { object in
                    object.context === manager.destinationContext
                        ? [object] : manager.destinationInstances(forSourceInstances: [object])
                }
            } else if let name = mapping.relationships[slot.name],
                let before = source.layout.slot(named: name), before.relationship != nil
            {
                let old = try source.predicateValue(forKey: name).managedObjects
                let target = destination.context?.coordinator.layout.entity(slot.destinationNumber)
                objects = manager.destinationInstances(forSourceInstances: old).filter { object in
                    target.map { object.layout.isKind(of: $0) } ?? false
                }
                if before.inverseSlot == nil || before.inverseIsToMany {
                    try checkAreFree(objects, for: slot, of: destination)
                }
            } else {
                continue
            }
            if slot.isToOne, objects.count > 1 {
                throw failure(slot.name, "it leads to one record, and the mapping gives it several")
            }
            try destination.setValue(objects, forKey: slot.name)
        }
        try manager.sourceContext.throwRememberedError()
    }

    /// Checks that no other object has the destinations already, where the inverse is now to-one.
    private func checkAreFree(
        _ objects: [ManagedObject], for slot: PropertySlot, of destination: ManagedObject
    ) throws {
        guard let number = slot.inverseSlot, !slot.inverseIsToMany else { return }
        for object in objects {
            let name = object.layout.slots[number].name
            let owners = try object.predicateValue(forKey: name).managedObjects
            guard owners.allSatisfy({ $0 === destination }) else {
                throw failure(
                    slot.name,
                    "\(object.layout.name).\(name), its inverse, leads to one record, "
                        + "and the mapping gives it several")
            }
        }
    }

    private func value(
        of expression: FetchExpression, _ source: ManagedObject, _ destination: ManagedObject,
        _ property: String
    ) throws -> PredicateValue {
        var evaluator = PredicateEvaluator(object: .subject(source))
        // Policies know the manager; mappings are known by name.
        evaluator.variables = [
            "source": .subject(source), "destination": .subject(destination), "manager": .null,
            "entityMapping": .value(.string(mapping.name)),
            "propertyMapping": .value(.string(property)),
        ]
        evaluator.receiver = { target, name, arguments in
            switch target {
            case "manager": try manager.value(ofFunction: name, arguments: arguments)
            case "entityPolicy": try policy.value(ofFunction: name, arguments: arguments)
            default: throw FetchPredicateError("The variable $\(target) has no functions.")
            }
        }
        do {
            return try evaluator.value(of: expression)
        } catch let error as FetchPredicateError {
            throw failure(property, "its value cannot be computed: \(error.message)")
        } catch PersistenceError.unknownProperty(let entity, let name, _) {
            throw failure(property, "its value comes from \(entity).\(name), which does not exist")
        }
    }

    private func converted(
        _ value: AttributeValue, to attribute: AttributeDescription, _ name: String
    ) throws -> AttributeValue {
        let type = attribute.attributeType
        switch (value, type) {
        case (.null, _): return .null
        // The stored form needs no transformer.
        case (.data, .transformable): return value
        case (.boolean(let flag), .integer16), (.boolean(let flag), .integer32),
            (.boolean(let flag), .integer64):
            return .integer(flag ? 1 : 0)
        case (.integer(let number), .boolean): return .boolean(number != 0)
        case (.url(let url), .string): return .string(url.absoluteString)
        default:
            guard let converted = AttributeValue(value, as: type) else {
                throw failure(name, "the mapping gives it a value that is no \(type.rawValue)")
            }
            return converted
        }
    }

    private func failure(_ property: String, _ reason: String) -> MigrationError {
        MigrationError(
            entity: mapping.destinationEntityName ?? mapping.name, property: property,
            reason: reason)
    }
}
