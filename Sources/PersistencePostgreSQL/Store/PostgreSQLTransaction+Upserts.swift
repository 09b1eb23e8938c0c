import ObjectModel
import Persistence

/// Inserting records that may match others by their unique values.
extension PostgreSQLTransaction {
    func upsert(
        _ rows: [StoreInsert], into entity: EntityLayout, merging given: [Int]?
    ) throws -> StoreInsertResult {
        // The values derived from their old state have to be known first.
        if computesDerivedValues, given != nil {
            let keys = try keys(
                of: rows, meeting: schema.uniquenessConstraints(of: entity), entity)
            try recordDerivation(before: .update, keys, of: entity)
        }
        return try send(rows, into: entity, merging: given)
    }

    /// The keys of the records whose unique values match those of rows.
    private func keys(
        of rows: [StoreInsert], meeting constraints: [[Int]], _ entity: EntityLayout
    ) throws -> [Int64] {
        guard !constraints.isEmpty else { return [] }
        let searches = constraints.map { WritePlan(searching: entity, schema, for: $0) }
        var keys: Set<Int64> = []
        try session.pipelined { pipeline in
            for row in rows {
                for search in searches {
                    parameters.reset()
                    for value in search.values { try bind(row.row, value) }
                    try pipeline.send(search.sql, parameters) { answer in
                        for row in answer.rows { keys.insert(row.integer(0)) }
                    }
                }
            }
        }
        return keys.sorted()
    }

    private func send(
        _ rows: [StoreInsert], into entity: EntityLayout, merging given: [Int]?
    ) throws -> StoreInsertResult {
        let all = Array(0..<schema[entity].columns.count)
        let staged = try stage(rows.map { ($0.row, all) })
        var plans: [[Int]: WritePlan] = [:]
        func plan(_ staged: [Int]) -> WritePlan {
            if let known = plans[staged] { return known }
            let plan = WritePlan(
                insertInto: entity, schema, merging: given, staged: staged)
            plans[staged] = plan
            return plan
        }
        var result = StoreInsertResult()
        try writing {
            try session.pipelined { pipeline in
                for (index, row) in rows.enumerated() {
                    let large = staged[index] ?? [:]
                    let plan = plan(large.keys.sorted())
                    try bind(row, plan, entity, staged: large)
                    try pipeline.send(plan.sql, parameters) { answer in
                        guard answer.rowCount > 0 else { return }
                        result.record(answer[0].integer(0), for: row)
                    }
                }
            }
        }
        return result
    }
}
