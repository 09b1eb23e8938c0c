/// The values that stores gave to derived attributes in one save.
struct DerivedValues {
    private var values: [Int: [StoreDerivedValue]] = [:]

    mutating func add(_ values: [StoreDerivedValue], _ storeIndex: Int) {
        guard !values.isEmpty else { return }
        self.values[storeIndex, default: []] += values
    }

    /// Leaves out what other stores gave.
    mutating func keep(_ stores: Set<Int>) {
        values = values.filter { stores.contains($0.key) }
    }

    /// The records that have a new value.
    func objectIDs(_ coordinator: PersistentStoreCoordinator) -> Set<ManagedObjectID> {
        var ids: Set<ManagedObjectID> = []
        for (storeIndex, values) in values {
            for value in values { ids.insert(value.objectID(coordinator, storeIndex)) }
        }
        return ids
    }

    /// Gives the values to the objects of a context, that were saved or that depend on saved ones.
    func apply(to context: ManagedObjectContext) {
        for (storeIndex, values) in values {
            for value in values {
                let id = value.objectID(context.coordinator, storeIndex)
                guard let object = context.registeredObject(for: id), !object.isDeleted,
                    let row = object.row
                else { continue }
                // A row that was only read is shared, also that of an object of which nothing
                // but its members changed.
                let isOwn = object.isInserted || object.committedRow != nil
                let own = isOwn ? row : row.copy()
                own[value.slot] = value.value
                object.row = own
                context.events?.recordRefresh(of: object)
            }
        }
    }
}

extension StoreDerivedValue {
    fileprivate func objectID(
        _ coordinator: PersistentStoreCoordinator, _ storeIndex: Int
    ) -> ManagedObjectID {
        ManagedObjectID(
            storeEntity: coordinator.storeEntities[storeIndex][entityNumber - 1], key: key)
    }
}
