/// How the objects of one entity become objects of another. Subclass it for what a mapping's
/// expressions cannot say, and give the class to ``StoreMigration/policies``.
///
/// For each mapping: `begin`, the instances of all source objects, `endInstanceCreation`. Then, for
/// each mapping again, the relationships and `endRelationshipCreation`; at last
/// `performCustomValidation` and `end` for each. What throws ends the migration, and the store is as
/// before.
open class EntityMigrationPolicy {
    /// Makes a policy, once for each entity mapping and migration.
    public required init() {}

    /// Called before the first instance.
    open func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {}

    /// Makes the objects for an older one. The default makes one, with values as the mapping says,
    /// and associates both.
    open func createDestinationInstances(
        forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        guard mapping.destinationEntityName != nil else { return }
        let destination = try manager.makeDestination(for: source, in: mapping)
        try MappedValues(mapping: mapping, manager: manager, policy: self)
            .setAttributes(of: destination, from: source)
    }

    /// Called after the last instance.
    open func endInstanceCreation(
        forMapping mapping: EntityMapping, manager: MigrationManager
    ) throws {}

    /// Sets the relationships of an object that was associated. The default does as the mapping says.
    open func createRelationships(
        forDestination destination: ManagedObject, in mapping: EntityMapping,
        manager: MigrationManager
    ) throws {
        guard
            let source = manager.sourceInstances(
                forEntityMappingName: mapping.name, destinationInstances: [destination]
            ).first
        else { return }
        try MappedValues(mapping: mapping, manager: manager, policy: self)
            .setRelationships(of: destination, from: source)
    }

    /// Called after the last relationship.
    open func endRelationshipCreation(
        forMapping mapping: EntityMapping, manager: MigrationManager
    ) throws {}

    /// Checks what came out, before validation and save.
    open func performCustomValidation(
        forMapping mapping: EntityMapping, manager: MigrationManager
    ) throws {}

    /// Called at the end.
    open func end(_ mapping: EntityMapping, manager: MigrationManager) throws {}

    /// The value of `FUNCTION($entityPolicy, "name:", …)` in an expression of the mapping. The
    /// default knows none.
    open func value(
        ofFunction name: String, arguments: [PredicateValue]
    ) throws -> PredicateValue {
        throw FetchPredicateError("The policy \(type(of: self)) has no function “\(name)”.")
    }
}
