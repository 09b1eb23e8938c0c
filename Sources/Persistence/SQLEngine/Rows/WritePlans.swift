import Synchronization

/// The plans of a store's statements: most saves change what others have changed before.
package final class WritePlans: Sendable {
    private struct Update: Hashable {
        let entity: Int
        let changed: [Int]
        let staged: [Int]
        let checksVersion: Bool
    }

    /// How many plans for changes are kept: any set of properties may change at once, and the plans of
    /// common ones come back soon.
    private static let greatestCount = 1_000

    private let schema: SQLSchema
    /// By the entities' numbers − 1.
    private let insertions: [WritePlan]
    private let updates = Mutex<[Update: WritePlan]>([:])

    package init(_ schema: SQLSchema) {
        self.schema = schema
        insertions = schema.layout.entities.map { WritePlan(insertInto: $0, schema) }
    }

    /// The plan for new records.
    package func insertion(into entity: EntityLayout) -> WritePlan {
        insertions[entity.number - 1]
    }

    /// The plan for records of which some values are changed.
    ///
    /// - Parameter staged: the numbers of the values that were sent ahead.
    package func update(
        of entity: EntityLayout, changed: [Int], staged: [Int] = [], checksVersion: Bool
    ) -> WritePlan {
        let key = Update(
            entity: entity.number, changed: changed, staged: staged, checksVersion: checksVersion)
        return updates.withLock { plans in
            if let plan = plans[key] { return plan }
            if plans.count > Self.greatestCount { plans.removeAll() }
            let plan = WritePlan(
                update: entity, schema, changed: changed, staged: staged,
                checksVersion: checksVersion)
            plans[key] = plan
            return plan
        }
    }
}
