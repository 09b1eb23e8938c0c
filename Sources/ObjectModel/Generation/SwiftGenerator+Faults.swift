extension SwiftGenerator {
    /// The parts of the model that Core Data allows but generated Swift source does not.
    func generationFaults() -> [ModelFault] {
        var faults: [ModelFault] = []
        for name in model.entities.map(\.managedObjectClassName).duplicates {
            faults.append(fault(nil, nil, "more than one entity has the class \(name)"))
        }
        for entity in model.entities {
            if SwiftName.usedTypes.contains(entity.managedObjectClassName) {
                faults.append(
                    fault(
                        entity, nil,
                        "its class \(entity.managedObjectClassName) would hide the "
                            + "type of that name"))
            }
            faults += propertyFaults(of: entity)
            faults += entity.attributes.flatMap(model.leafAttributes).compactMap { attribute in
                typeFault(of: attribute, in: entity)
            }
        }
        return faults
    }

    private func propertyFaults(of entity: EntityDescription) -> [ModelFault] {
        let inherited = model.lineage(of: entity.name).dropLast().flatMap(generatedNames)
        let own = generatedNames(of: entity)
        let members = own.filter(SwiftName.furtherManagedObjectMembers.contains).map {
            fault(entity, $0, "every managed object has a member \($0) already")
        }
        let known = Set(inherited)
        let twice = Set(own.duplicates + own.filter(known.contains)).sorted().map {
            fault(entity, $0, "more than one generated property has this name")
        }
        return members + twice
    }

    private func generatedNames(of entity: EntityDescription) -> [String] {
        model.declaredPropertySlots(of: entity).map(propertyName)
            + entity.fetchedProperties.map(\.name)
    }

    /// The class name in the file becomes source, so it must be a valid type.
    private func typeFault(
        of attribute: AttributeDescription, in entity: EntityDescription
    ) -> ModelFault? {
        guard attribute.attributeType == .transformable, let name = attribute.customClassName
        else { return nil }
        guard let type = TransformableType(name) else {
            return fault(entity, attribute.name, "its class \"\(name)\" is not a type")
        }
        let objectClasses = model.entities.map(\.managedObjectClassName) + ["ManagedObject"]
        return objectClasses.first(where: type.names.contains).map {
            fault(
                entity, attribute.name, "its class \($0) is one of managed objects, not of values")
        }
    }

    private func fault(
        _ entity: EntityDescription?, _ property: String?, _ message: String
    ) -> ModelFault {
        ModelFault(
            .error, file: model.source, entityName: entity?.name, propertyName: property,
            message: message)
    }
}
