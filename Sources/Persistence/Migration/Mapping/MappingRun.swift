import ObjectModel

/// Runs the mappings of a model over the objects of a store.
struct MappingRun {
    let manager: MigrationManager
    let policies: [String: EntityMigrationPolicy.Type]
    let progress: (@Sendable (Double) -> Void)?

    private struct Work {
        var mapping: EntityMapping
        var policy: EntityMigrationPolicy
    }

    func run() throws {
        let work = manager.mappingModel.entityMappings.map { mapping in
            let policy = mapping.entityMigrationPolicyClassName.flatMap { policies[policy: $0] }
            return Work(mapping: mapping, policy: (policy ?? EntityMigrationPolicy.self).init())
        }
        progress?(0)
        for (number, item) in work.enumerated() {
            try createInstances(item)
            progress?(0.5 * Double(number + 1) / Double(work.count))
        }
        for (number, item) in work.enumerated() {
            try createRelationships(item)
            progress?(0.5 + 0.4 * Double(number + 1) / Double(work.count))
        }
        for item in work {
            try item.policy.performCustomValidation(forMapping: item.mapping, manager: manager)
            try item.policy.end(item.mapping, manager: manager)
        }
    }

    private func createInstances(_ item: Work) throws {
        let (mapping, policy) = (item.mapping, item.policy)
        try policy.begin(mapping, with: manager)
        for source in try sources(of: mapping) {
            try manager.checkCancellation()
            try policy.createDestinationInstances(
                forSource: source, in: mapping, manager: manager)
        }
        try policy.endInstanceCreation(forMapping: mapping, manager: manager)
    }

    private func createRelationships(_ item: Work) throws {
        let (mapping, policy) = (item.mapping, item.policy)
        for destination in manager.destinationInstances(of: mapping) {
            try manager.checkCancellation()
            try policy.createRelationships(
                forDestination: destination, in: mapping, manager: manager)
        }
        try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
    }

    /// The older objects, as they were inserted.
    private func sources(of mapping: EntityMapping) throws -> [ManagedObject] {
        guard let name = mapping.sourceEntityName else { return [] }
        guard mapping.destinationEntityName != nil || mapping.entityMigrationPolicyClassName != nil
        else { return [] }
        guard manager.sourceModel[name] != nil else {
            throw MigrationError(
                entity: name,
                reason: "the mapping \(mapping.name) takes its records, and the "
                    + "older version does not have it")
        }
        var request = FetchRequest<ManagedObject>(entityName: name)
        request.includesSubentities = mapping.includesSubentities
        request.predicate = mapping.sourcePredicate
        return try manager.sourceContext.fetch(request)
    }
}
