import ObjectModel
import Persistence

extension PostgreSQLTransaction {
    /// The number of rows from which COPY is faster than single statements.
    private static var minimumCopyCount: Int { 50 }

    func insertRows(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        let plan = contents.plans.insertion(into: entity)
        try writing {
            // COPY takes large values in pieces; a statement takes them only as a whole.
            if rows.count >= Self.minimumCopyCount || rows.contains(where: plan.hasLargeData) {
                try connection.copyIn(plan.copyStatement) { writer in
                    for row in rows {
                        try bind(row, plan, entity)
                        try writer.write(parameters)
                    }
                }
            } else {
                try session.pipelined { pipeline in
                    for row in rows {
                        try bind(row, plan, entity)
                        try pipeline.send(plan.sql, parameters)
                    }
                }
            }
        }
    }

    /// - Parameter staged: the staging numbers of large values, by the numbers of the values.
    func bind(
        _ insert: StoreInsert, _ plan: WritePlan, _ entity: EntityLayout,
        staged: [Int: Int64] = [:]
    ) throws {
        parameters.reset()
        parameters.append(insert.key)
        parameters.append(insert.row.version)
        parameters.append(Int32(entity.number))
        for value in plan.values { try bind(insert.row, value, staged: staged) }
    }

    func bind(_ row: RowSnapshot, _ value: WritePlan.Value, staged: [Int: Int64] = [:]) throws {
        if let number = staged[value.number] { return parameters.append(number) }
        if value.kind == .date, case .date(let date) = row[value.number],
            let microseconds = BinaryFormat.microseconds(of: date),
            let kept = BinaryFormat.date(microseconds: microseconds), kept != date
        {
            // The caller gets the stored value: dates are rounded to the microsecond.
            row[value.number] = .date(kept)
        }
        let content = value.content(of: row, keepsSortKeys: contents.keepsSortKeys)
        if value.textNumber != nil, TextSortKey.isCut(content) { mayHaveChangedSortKeys = true }
        try parameters.append(content, as: value.kind)
        guard value.hasEntityColumn else { return }
        if case .object(let id) = content {
            parameters.append(Int32(id.storeEntity.layout.number))
        } else {
            parameters.appendNull(.integer)
        }
    }

    func updateRows(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [Int64] {
        var lost: [Int64] = []
        let staged = try stage(rows.map { ($0.row, $0.changed) })
        try writing {
            try session.pipelined { pipeline in
                for (index, row) in rows.enumerated() {
                    let large = staged[index] ?? [:]
                    let plan = contents.plans.update(
                        of: entity, changed: row.changed, staged: large.keys.sorted(),
                        checksVersion: row.expectedVersion != nil)
                    parameters.reset()
                    parameters.append(row.row.version)
                    for value in plan.values { try bind(row.row, value, staged: large) }
                    parameters.append(row.key)
                    if let version = row.expectedVersion { parameters.append(version) }
                    try pipeline.send(plan.sql, parameters) { answer in
                        if answer.changedCount == 0 { lost.append(row.key) }
                    }
                }
            }
        }
        return lost
    }

    func deleteRows(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [Int64] {
        parameters.reset()
        parameters.append(list: rows.map(\.key))
        parameters.append(list: rows.map { $0.expectedVersion ?? -1 })
        let answer = try writing {
            try connection.run(SQLDeletion(of: schema[entity]).records, parameters)
        }
        let deleted = Set(answer.rows.map { $0.integer(0) })
        return rows.map(\.key).filter { !deleted.contains($0) }
    }
}

extension WritePlan {
    fileprivate func hasLargeData(_ insert: StoreInsert) -> Bool {
        values.contains { insert.row.hasLargeData($0.number) }
    }
}
