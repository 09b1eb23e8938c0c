/// How a store runs a fetch.
public struct FetchPlan: Sendable, Hashable, CustomStringConvertible {
    /// The identifier of the store.
    public var storeIdentifier: String
    /// The statement; values stand as `?`, or `$1` and so on where the database has them so.
    public var sql: String
    /// The database's plan for the statement, a line for each step; steps within others are indented.
    public var steps: [String]
    /// The part of the predicate that SQL cannot say, which is evaluated over the rows; nil if there
    /// is none. Limit and offset are applied after it.
    public var predicateInMemory: FetchPredicate?
    /// Why there is such a part; nil if there is none.
    public var reason: String?
    /// The order that SQL cannot say, in which all records are put that the predicate selects. Limit and
    /// offset are applied after it. Empty if there is none.
    public var sortDescriptorsInMemory: [FetchSortDescriptor]

    /// Makes a plan.
    public init(
        storeIdentifier: String, sql: String, steps: [String],
        predicateInMemory: FetchPredicate? = nil, reason: String? = nil,
        sortDescriptorsInMemory: [FetchSortDescriptor] = []
    ) {
        self.storeIdentifier = storeIdentifier
        self.sql = sql
        self.steps = steps
        self.predicateInMemory = predicateInMemory
        self.reason = reason
        self.sortDescriptorsInMemory = sortDescriptorsInMemory
    }

    /// Whether the database reads all rows of a table for one of the steps.
    public var scansTable: Bool {
        steps.contains { step in
            let step = step.drop { $0 == " " || $0 == "-" || $0 == ">" }
            if step.hasPrefix("Seq Scan ") || step.hasPrefix("Parallel Seq Scan ") { return true }
            // A virtual table is an R-tree that is searched, or the list of an IN.
            return step.hasPrefix("SCAN ")
                && !step.contains(" USING ") && !step.contains(" VIRTUAL TABLE ")
        }
    }

    public var description: String {
        var lines = [sql] + steps.map { "-- \($0)" }
        if let predicateInMemory {
            lines.append(
                "-- evaluated in memory, because \(reason ?? "of its form"): "
                    + predicateInMemory.predicateFormat)
        }
        if !sortDescriptorsInMemory.isEmpty {
            let keys = sortDescriptorsInMemory.map(\.keyPath).joined(separator: ", ")
            lines.append("-- sorted in memory by \(keys), which SQL does not compare so")
        }
        return lines.joined(separator: "\n")
    }
}

extension ManagedObjectContext {
    /// How the stores of the context would run a fetch; nothing is fetched. Stores in memory and in XML and
    /// binary files have no plans, and unsaved changes do not count.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func fetchPlans<Result: ManagedObject>(
        for request: FetchRequest<Result>
    ) throws -> [FetchPlan] {
        let root = rootContext
        let fetch = try storeFetch(for: request)
        return try root.coordinator.stores.indices.compactMap { index in
            try root.withSession(of: index) { try $0.plan(for: fetch) }
        }
    }
}
