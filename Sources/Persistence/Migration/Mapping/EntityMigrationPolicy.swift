/// A policy that makes the objects of one entity from those of another. Subclass it for what a
/// mapping's expressions cannot express, and add the class to ``StoreMigration/policies``.
///
/// The order of calls is, for each mapping: `begin`, `createDestinationInstances` for each source
/// object, `endInstanceCreation`; then, for each mapping again, `createRelationships` and
/// `endRelationshipCreation`; finally `performCustomValidation` and `end` for each. An error ends
/// the migration and leaves the store unchanged.
///
/// ```swift
/// final class CookPolicy: EntityMigrationPolicy {
///     override func createDestinationInstances(
///         forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
///     ) throws {
///         try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
///         let made = manager.destinationInstances(
///             forEntityMappingName: mapping.name, sourceInstances: [source])
///         try made.first?.setValue("unknown", forKey: "origin")
///     }
/// }
/// ```
open class EntityMigrationPolicy {
    /// Makes a policy, once for each entity mapping and migration.
    public required init() {}

    /// Called before the first instance.
    open func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {}

    /// Makes the objects for an older one. The default makes one, with the mapping's values, and
    /// associates the two.
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

    /// Sets the relationships of an associated object. The default follows the mapping.
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

    /// Checks the result before validation and save.
    open func performCustomValidation(
        forMapping mapping: EntityMapping, manager: MigrationManager
    ) throws {}

    /// Called at the end.
    open func end(_ mapping: EntityMapping, manager: MigrationManager) throws {}

    /// The value of `FUNCTION($entityPolicy, "name:", …)` in an expression of the mapping. The
    /// default supports no function.
    open func value(ofFunction name: String, arguments: [PredicateValue]) throws -> PredicateValue {
        throw FetchPredicateError("The policy \(type(of: self)) has no function “\(name)”.")
    }
}
