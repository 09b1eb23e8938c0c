import ObjectModel

extension MappingModel {
    /// Whether objects have to be made to follow the mapping. Where it only tells which names stand
    /// for which, and types keep their values, SQL does it.
    func needsObjects(
        from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) -> Bool {
        let sources = entityMappings.compactMap(\.sourceEntityName)
        let destinations = entityMappings.compactMap(\.destinationEntityName)
        return Set(sources).count < sources.count || Set(destinations).count < destinations.count
            || entityMappings.contains { mapping in
                !mapping.expressions.isEmpty || mapping.sourcePredicate != nil
                    || mapping.includesSubentities
                    || mapping.entityMigrationPolicyClassName != nil
                    || mapping.losesValues(from: source, to: destination)
            }
    }
}

extension EntityMapping {
    fileprivate func losesValues(
        from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) -> Bool {
        guard let sourceEntityName, let destinationEntityName else { return false }
        let old = source.allAttributes(of: sourceEntityName).flatMap(source.leafAttributes)
        return destination.allAttributes(of: destinationEntityName)
            .flatMap(destination.leafAttributes)
            .filter { !$0.isTransient && !$0.isDerived }
            .contains { new in
                let before = old.first { $0.name == attributes[new.name] }
                guard let before else { return !new.isOptional && !new.hasDefault }
                return !AttributeInference.keepsValues(
                    from: before.attributeType, to: new.attributeType)
                    || (before.isOptional && !new.isOptional && !new.hasDefault)
            }
    }
}
