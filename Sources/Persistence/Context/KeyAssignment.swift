/// The permanent keys that a save gives to the new objects of one root entity.
struct KeyAssignment {
    let objects: [ManagedObject]
    let temporaryKeys: [Int64]
    private let firstKey: Int64

    /// Assigns permanent IDs with consecutive keys.
    init(_ objects: [ManagedObject], from firstKey: Int64) {
        self.objects = objects
        self.firstKey = firstKey
        temporaryKeys = objects.map(\.objectID.key)
        for (offset, object) in objects.enumerated() {
            object.objectID = ManagedObjectID(
                storeEntity: object.objectID.storeEntity, key: firstKey + Int64(offset))
        }
    }

    /// The store of the objects, which are of one root entity.
    var storeIndex: Int? { objects.first?.objectID.storeEntity.storeIndex }

    /// The temporary and permanent ID of each object.
    var changes: [(ManagedObjectID, ManagedObjectID)] {
        zip(objects, temporaryKeys).map { object, key in
            (ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key), object.objectID)
        }
    }

    /// The former ID of one of these objects; nil for other IDs.
    func temporaryID(for id: ManagedObjectID) -> ManagedObjectID? {
        let offset = Int(id.key - firstKey)
        guard objects.indices.contains(offset), objects[offset].objectID == id else { return nil }
        return ManagedObjectID(storeEntity: id.storeEntity, key: temporaryKeys[offset])
    }

    /// Restores the temporary IDs.
    func takeBack() {
        for (object, key) in zip(objects, temporaryKeys) {
            object.objectID = ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key)
        }
    }
}
