/// The permanent keys that a save gives to the new objects of one root entity.
struct KeyAssignment {
    let objects: [ManagedObject]
    let temporaryKeys: [Int64]
    private let firstKey: Int64

    /// Gives objects their permanent IDs, with keys in a row.
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

    /// The temporary ID of each object, and the permanent one.
    var changes: [(ManagedObjectID, ManagedObjectID)] {
        zip(objects, temporaryKeys).map { object, key in
            (ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key), object.objectID)
        }
    }

    /// The ID that an object of these had before; nil for another object's ID.
    func temporaryID(for id: ManagedObjectID) -> ManagedObjectID? {
        let offset = Int(id.key - firstKey)
        guard objects.indices.contains(offset), objects[offset].objectID == id else { return nil }
        return ManagedObjectID(storeEntity: id.storeEntity, key: temporaryKeys[offset])
    }

    /// Gives objects their temporary IDs back.
    func takeBack() {
        for (object, key) in zip(objects, temporaryKeys) {
            object.objectID = ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key)
        }
    }
}
