import ObjectModel

/// The destinations that one step of a prefetch found.
final class PrefetchedDestinations {
    private let objects: [ManagedObject]

    init(_ objects: [ManagedObject]) {
        self.objects = objects
    }
}

extension ManagedObjectContext {
    /// Prefetches relationships of fetched objects, with one or two statements for each step of a
    /// key path.
    func prefetch(_ keyPaths: [String], of objects: [ManagedObject], _ fetch: StoreFetch) throws {
        for keyPath in keyPaths {
            var sources = objects
            var entity = fetch.entity
            var areAll = fetch.selectsAll
            let keys = keyPath.split(separator: ".")
            for (step, key) in keys.enumerated() {
                guard let slot = entity.slot(named: String(key)) else {
                    throw entity.unknownProperty(String(key))
                }
                guard slot.relationship != nil else {
                    throw PersistenceError.misuse(
                        "Only relationships are prefetched, and \(entity.name).\(key) is an attribute"
                    )
                }
                let isLast = step == keys.count - 1
                sources =
                    slot.isToMany
                    ? try prefetchToMany(slot, of: sources, areAll: areAll, isLast: isLast)
                    : try prefetchToOne(slot, of: sources)
                areAll = false
                entity = coordinator.layout.entity(slot.destinationNumber)
            }
        }
    }

    private func prefetchToOne(
        _ slot: PropertySlot, of sources: [ManagedObject]
    ) throws -> [ManagedObject] {
        var destinations = MemberList()
        for source in sources {
            if let destination = source.destination(at: slot.number) {
                destinations.append(destination)
            }
        }
        try fill(destinations.objects.filter { $0.row == nil }.map(\.objectID))
        let prefetched = PrefetchedDestinations(destinations.objects)
        for source in sources { source.requireExtras().prefetched[slot.number] = prefetched }
        return destinations.objects
    }

    /// - Parameters:
    ///   - areAll: whether the sources are all records of their entity.
    ///   - isLast: whether it is the last step of the key path.
    func prefetchToMany(
        _ slot: PropertySlot, of sources: [ManagedObject], areAll: Bool = false,
        isLast: Bool = false
    ) throws -> [ManagedObject] {
        let faults = sources.filter {
            mayBeStored($0.objectID) && $0.relationship(at: slot.number).isFault
        }
        for (store, group) in Dictionary(
            grouping: faults, by: { $0.objectID.storeEntity.storeIndex })
        {
            if let inverse = slot.inverseSlot, !slot.inverseIsToMany {
                try prefetch(slot, from: inverse, of: group, areAll: areAll, store)
            } else {
                try prefetchToMany(slot, of: group, storeIndex: store)
            }
        }
        if isLast, !slot.inverseIsToMany { return [] }
        var destinations = MemberList()
        for source in sources {
            for object in source.relationship(at: slot.number).objects {
                destinations.append(object)
            }
        }
        try fill(destinations.objects.filter { $0.row == nil }.map(\.objectID))
        return destinations.objects
    }

    /// Reads a relationship's destinations with their values, by the inverse to-one relationship.
    private func prefetch(
        _ slot: PropertySlot, from inverse: Int, of sources: [ManagedObject], areAll: Bool,
        _ storeIndex: Int
    ) throws {
        var fetch = StoreFetch(entity: coordinator.layout.entity(slot.destinationNumber))
        let isOrdered = slot.relationship?.isOrdered == true
        var members = GroupedDestinations()
        // The members follow the store's values, even if an object has others.
        var positions: [ManagedObject: Int64] = [:]
        let wanted = areAll ? [sources[...]] : sources.statementChunks
        try withSession(of: storeIndex) { session in
            let reader = RowReader(self, storeIndex: storeIndex, refreshing: false)
            for chunk in wanted {
                if !areAll { fetch.predicate = .leads(inverse, of: fetch.entity, to: chunk) }
                try session.fetch(fetch) { row in
                    let (object, stored) = try reader.objectAndRow(of: row)
                    if let source = object.destinationKey(stored, inverse) {
                        members.append(object, to: source)
                    }
                    if isOrdered, let stored {
                        positions[object] = object.position(stored, inverse)
                    }
                }
            }
        }
        for source in sources {
            let found = members[source.objectID.key]
            source.relationship(at: slot.number).prefill(
                isOrdered ? ordered(found, by: inverse, positions) : found)
        }
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

    /// Sorts destinations by their stored positions.
    private func ordered(
        _ objects: [ManagedObject], by inverse: Int, _ positions: [ManagedObject: Int64]
    ) -> [ManagedObject] {
        objects.map { object in
            (positions[object] ?? object.row.map { object.position($0, inverse) } ?? 0, object)
        }
        .sorted { ($0.0, $0.1.objectID.key) < ($1.0, $1.1.objectID.key) }
        .map(\.1)
    }
}

extension ManagedObject {
    /// The key of a to-one relationship's destination in the stored values or, if there are none,
    /// in the object's.
    fileprivate final func destinationKey(_ stored: RowSnapshot?, _ slot: Int) -> Int64? {
        if stored == nil, let cells { return cells.destinationKey(slot) }
        guard case .object(let id)? = (stored ?? row)?[slot] else { return nil }
        return id.key
    }

    /// The position of a record among those with the same destination.
    fileprivate final func position(_ row: RowSnapshot, _ slot: Int) -> Int64 {
        guard let number = layout.slots[slot].orderSlot,
            case .integer(let position) = row[number]
        else { return 0 }
        return position
    }
}

extension StoreFetch {
    /// Whether it selects all records of the entity.
    var selectsAll: Bool {
        predicate == nil && limit == 0 && offset == 0 && includesSubentities
    }
}

extension FetchPredicate {
    fileprivate static func leads(
        _ slot: Int, of entity: EntityLayout, to objects: ArraySlice<ManagedObject>
    ) -> FetchPredicate {
        .comparison(
            FetchComparison(
                .keyPath([entity.slots[slot].name]), .in,
                .aggregate(objects.map { .constant(.object($0.objectID)) })))
    }
}

/// The destinations of a relationship, grouped by source.
struct GroupedDestinations {
    private var lists: [[ManagedObject]] = []
    private var indexes: [Int64: Int] = [:]
    /// The last source, because its destinations often come consecutively.
    private var recent: (source: Int64, index: Int)?

    /// The destinations of a source, by its key.
    subscript(source: Int64) -> [ManagedObject] {
        indexes[source].map { lists[$0] } ?? []
    }

    mutating func append(_ object: ManagedObject, to source: Int64) {
        if let recent, recent.source == source {
            lists[recent.index].append(object)
            return
        }
        let index = indexes[source] ?? lists.count
        if index == lists.count {
            indexes[source] = index
            lists.append([])
        }
        lists[index].append(object)
        recent = (source, index)
    }
}
