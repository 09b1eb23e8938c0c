/// What is generated for an entity: its class, the order of its properties and their key paths.
public struct ManagedObjectClass: Sendable {
    let entityName: String
    let objectClass: ManagedObject.Type
    let propertySlots: [String]
    let keyPaths: KeyPathNames

    /// - Parameters:
    ///   - entityName: the entity of the model.
    ///   - objectClass: the class of the entity's objects.
    ///   - propertySlots: the names of the properties in slot order. A container refuses classes
    ///     that were generated from another model than the one it is opened with.
    ///   - keyPaths: the names of the properties by key path.
    public init(
        entityName: String, objectClass: ManagedObject.Type, propertySlots: [String],
        keyPaths: [AnyKeyPath: String]
    ) {
        self.entityName = entityName
        self.objectClass = objectClass
        self.propertySlots = propertySlots
        self.keyPaths = KeyPathNames(keyPaths)
    }
}
