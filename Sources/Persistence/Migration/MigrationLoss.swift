import ObjectModel

/// Records or values of a store that a migration does not carry over.
///
/// ```swift
/// store.migrationLossObserver = { losses in for loss in losses { logger.warning("\(loss)") } }
/// ```
/// Counting them takes a scan of the tables that lose something.
public struct MigrationLoss: Sendable, Hashable, CustomStringConvertible {
    /// The entity's name in the older version.
    public var entity: String
    /// The attribute or relationship; nil if whole records are lost.
    public var property: String?
    /// The number of affected records, greater than 0.
    public var count: Int

    /// Makes a loss; without a property, of whole records.
    public init(entity: String, property: String? = nil, count: Int) {
        self.entity = entity
        self.property = property
        self.count = count
    }

    public var description: String {
        let records = count == 1 ? "1 record" : "\(count) records"
        guard let property else { return "\(entity): \(records)" }
        return "\(entity).\(property): the values of \(records)"
    }

    /// The default `migrationLossObserver`, which writes the losses to standard error.
    @Sendable public static func log(_ losses: [MigrationLoss]) {
        let list = losses.map(\.description).joined(separator: "; ")
        writeNotice("the migration of a store does not keep \(list)")
    }

    /// A `migrationLossObserver` that refuses every loss.
    ///
    /// ```swift
    /// store.migrationLossObserver = MigrationLoss.refuse
    /// ```
    /// - Throws: `MigrationError` with the first loss.
    @Sendable public static func refuse(_ losses: [MigrationLoss]) throws {
        guard let first = losses.first else { return }
        let others = losses.count == 1 ? "" : ", and there are \(losses.count - 1) more losses"
        throw MigrationError(
            entity: first.entity, property: first.property,
            reason: "the migration would lose "
                + (first.property == nil ? "" : "the values of ")
                + (first.count == 1 ? "1 record" : "\(first.count) records") + others)
    }
}

/// Finds the losses of a mapping that needs no objects.
struct MigrationLossFinder {
    private let source: ModelLayout
    private let properties: VersionMapping
    private let destination: ModelLayout

    init(_ mapping: MappingModel, from source: ModelLayout, to destination: ModelLayout) {
        self.source = source
        self.destination = destination
        properties = VersionMapping(mapping, from: source, to: destination)
    }

    /// The losses in a store of the older version.
    func losses(at path: String) throws -> [MigrationLoss] {
        // Most migrations only add, and need no count.
        guard !candidates.isEmpty else { return [] }
        let store = try source.openForReading(path)
        let found = Result {
            try store.withReadSession { session in
                try candidates.compactMap { entity, slot -> MigrationLoss? in
                    let count = try session.count(fetch(entity, slot))
                    guard count > 0 else { return nil }
                    return MigrationLoss(entity: entity.name, property: slot?.name, count: count)
                }
            }
        }
        try store.close()
        return try found.get()
    }

    /// The entities whose records are lost, with nil, and the properties whose values are.
    private var candidates: [(EntityLayout, PropertySlot?)] {
        source.entities.filter { !$0.description.isAbstract }.flatMap { entity in
            let lost: [PropertySlot?] =
                properties.successor(of: entity).map { lostSlots(of: entity, to: $0) } ?? [nil]
            return lost.map { (entity, $0) }
        }
    }

    private func lostSlots(of entity: EntityLayout, to successor: EntityLayout) -> [PropertySlot] {
        entity.slots.filter { slot in
            guard !slot.isTransient, !entity.derivedSlots.contains(slot.number),
                !takes(successor, slot)
            else { return false }
            guard let inverse = slot.inverseSlot else { return true }
            let other = source.entity(slot.destinationNumber)
            guard !isCarried(other.slots[inverse], of: other) else { return false }
            // One of the two ends represents the pairs.
            let isFirst =
                (entity.rootNumber, slot.name) <= (other.rootNumber, other.slots[inverse].name)
            return slot.isToMany
                ? slot.inverseIsToMany && isFirst : slot.inverseIsToMany || isFirst
        }
    }

    /// Whether a newer entity takes the values of an older property.
    private func takes(_ successor: EntityLayout, _ slot: PropertySlot) -> Bool {
        successor.slots.contains {
            !$0.isTransient && properties.sourceSlot(for: $0, of: successor)?.1.name == slot.name
        }
    }

    /// Whether records of an older entity or its subentities keep the values of a property.
    private func isCarried(_ slot: PropertySlot, of entity: EntityLayout) -> Bool {
        source.family(of: entity).contains { member in
            properties.successor(of: member).map { takes($0, slot) } ?? false
        }
    }

    private func fetch(_ entity: EntityLayout, _ slot: PropertySlot?) -> StoreFetch {
        var fetch = StoreFetch(entity: entity)
        fetch.requiresEntityNumber = true
        fetch.includesSubentities = false
        if let slot {
            fetch.predicate = .comparison(
                slot.isToMany
                    ? FetchComparison(
                        .keyPath([slot.name, "@count"]), .greater, .constant(.integer(0)))
                    : FetchComparison(.keyPath([slot.name]), .notEqual, .constant(.null)))
        }
        return fetch
    }
}
