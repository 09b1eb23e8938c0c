/// What one step of a prefetching found.
final class PrefetchedDestinations {
    private let objects: [ManagedObject]

    init(_ objects: [ManagedObject]) {
        self.objects = objects
    }
}

extension ManagedObjectContext {
    /// Reads the destinations of relationships of many objects, with a statement or two for each
    /// step of a key path.
    func prefetch(_ keyPaths: [String], of objects: [ManagedObject], _ entity: EntityLayout) throws
    {
        for keyPath in keyPaths {
            var sources = objects
            var entity = entity
            for key in keyPath.split(separator: ".") {
                guard let slot = entity.slot(named: String(key)), slot.relationship != nil else {
                    throw PersistenceError.unknownProperty(
                        entity: entity.name, property: String(key))
                }
                sources =
                    slot.isToMany
                    ? try prefetchToMany(slot, of: sources)
                    : try prefetchToOne(slot, of: sources)
                entity = coordinator.layout.entity(slot.destinationNumber)
            }
        }
    }

    private func prefetchToOne(
        _ slot: PropertySlot, of sources: [ManagedObject]
    ) throws
        -> [ManagedObject]
    {
        var destinations = MemberList()
        for source in sources {
            if let destination = source.destination(at: slot.number) {
                destinations.append(destination)
            }
        }
        try fill(destinations.objects.filter { $0.row == nil }.map(\.objectID))
        let prefetched = PrefetchedDestinations(destinations.objects)
        for source in sources { source.requireExtras().prefetched.append(prefetched) }
        return destinations.objects
    }

    func prefetchToMany(
        _ slot: PropertySlot, of sources: [ManagedObject]
    ) throws
        -> [ManagedObject]
    {
        let faults = sources.filter {
            mayBeStored($0.objectID) && $0.relationship(at: slot.number).isFault
        }
        for group in Dictionary(grouping: faults, by: { $0.objectID.home.storeIndex }) {
            try prefetchToMany(slot, of: group.value, storeIndex: group.key)
        }
        var destinations = MemberList()
        for source in sources {
            for object in source.relationship(at: slot.number).objects {
                destinations.append(object)
            }
        }
        try fill(destinations.objects.filter { $0.row == nil }.map(\.objectID))
        return destinations.objects
    }

    private func prefetchToMany(
        _ slot: PropertySlot, of sources: [ManagedObject], storeIndex: Int
    ) throws {
        guard let entity = sources.first?.layout else { return }
        let root = coordinator.layout.entity(entity.rootNumber)
        let declaring = coordinator.layout.entity(slot.declaringEntityNumber)
        try withSession(of: storeIndex) { session in
            let references = try session.destinations(
                of: slot, from: declaring.rootNumber == root.number ? declaring : entity,
                keys: sources.map(\.objectID.key))
            for source in sources {
                source.relationship(at: slot.number).prefill(
                    (references[source.objectID.key] ?? []).map {
                        self.object(for: $0, storeIndex: storeIndex)
                    })
            }
        }
    }
}
