import Persistence

/// The plans of a session's statements: most saves change what others have changed before.
struct RecordPlans {
    private struct Update: Hashable {
        let entity: Int
        let changed: [Int]
        let staged: [Int]
        let checksVersion: Bool
    }

    /// How many are kept.
    private static let greatestCount = 400

    private let schema: SQLSchema
    /// By the entities' numbers.
    private var insertions: [Int: RecordPlan] = [:]
    private var updates: [Update: RecordPlan] = [:]

    init(_ schema: SQLSchema) {
        self.schema = schema
    }

    /// The plan for new records.
    mutating func insertion(into entity: EntityLayout) -> RecordPlan {
        if let plan = insertions[entity.number] { return plan }
        let plan = RecordPlan(insertInto: entity, schema[entity])
        insertions[entity.number] = plan
        return plan
    }

    /// The plan for records of which some values are changed.
    ///
    /// - Parameter staged: the numbers of the values that were sent ahead.
    mutating func update(
        of entity: EntityLayout, changed: [Int], staged: [Int], checksVersion: Bool
    ) -> RecordPlan {
        let key = Update(
            entity: entity.number, changed: changed, staged: staged, checksVersion: checksVersion)
        if let plan = updates[key] { return plan }
        let plan = RecordPlan(
            update: schema[entity], entity, changed: changed, staged: staged,
            checksVersion: checksVersion)
        if updates.count >= Self.greatestCount { updates.removeAll() }
        updates[key] = plan
        return plan
    }
}
