/// A store's query plan for a fetch.
public struct FetchPlan: Sendable, Hashable, CustomStringConvertible {
    /// The identifier of the store.
    public var storeIdentifier: String
    /// The statement, with `?` or the database's parameters, such as `$1`, for values.
    public var sql: String
    /// The database's plan, a line for each step, with indentation for nested steps.
    public var steps: [String]
    /// The part of the predicate that SQL cannot express, evaluated for each row before limit and
    /// offset; nil if there is none.
    public var predicateInMemory: FetchPredicate?
    /// The reason for such a part; nil if there is none.
    public var reason: String?
    /// The order that SQL cannot express, applied to all selected records before limit and offset;
    /// empty if there is none.
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

    /// Whether a step reads all rows of a table.
    public var scansTable: Bool {
        steps.contains { step in
            let step = step.drop { $0 == " " || $0 == "-" || $0 == ">" }
            if step.hasPrefix("Seq Scan ") || step.hasPrefix("Parallel Seq Scan ") { return true }
            // A scan of a virtual table is a search in an R-tree, or the list of an IN.
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
    /// The query plans of a fetch, without fetching. Stores in memory, XML and binary files have
    /// none, and unsaved changes are ignored.
    ///
    /// ```swift
    /// for plan in try context.fetchPlans(for: request) where plan.scansTable { print(plan) }
    /// ```
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
