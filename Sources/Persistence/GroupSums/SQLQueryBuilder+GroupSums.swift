import Foundation

extension SQLQueryBuilder {
    /// The statement that reads stored sums; nil if the store has to read the records.
    func storedSums(_ fetch: StoreFetch, _ columns: StoreColumns) throws -> SQLFetchPlan? {
        let entity = fetch.entity
        guard columns.having == nil, !columns.distinct, fetch.limit <= 0, fetch.offset <= 0,
            fetch.sortDescriptors.isEmpty, columns.expressions.contains(where: \.isAggregateCall),
            let asked = SQLGroupSums.Presence.all(
                in: parts(of: fetch),
                { entity.slot(named: $0).flatMap { schema[entity].columns[$0.number] } })
        else { return nil }
        let table = schema[entity].table
        for sums in try groupSums() where sums.table == table && sums.conditions == asked {
            if let query = try query(sums, fetch, columns) {
                return try areKnown(sums) ? query : nil
            }
        }
        return nil
    }

    private func query(
        _ sums: SQLGroupSums, _ fetch: StoreFetch, _ columns: StoreColumns
    ) throws -> SQLFetchPlan? {
        var compiler = compiler(fetch)
        let groups = columns.groupBy.map(sums.column(ofGroup:))
        guard !groups.contains(nil) else { return nil }
        compiler.aggregatesRows = true
        var values: [SQLScalar] = []
        for expression in columns.expressions {
            var value = try compiler.scalar(expression)
            switch expression {
            case .keyPath where columns.groupBy.contains(expression): break
            case .function("count:", let operands) where operands == [.evaluatedObject]:
                value.fragment = "COALESCE(SUM(t0.Z_COUNT), 0)"
            case .function(let name, let operands):
                guard operands.count == 1, case .keyPath(let keys) = operands[0],
                    let sum = sums.sum(of: keys)
                else { return nil }
                switch name {
                case "count:": value.fragment = "COALESCE(SUM(t0.\(raw: sum.count)), 0)"
                // The column of the sums has the name of the summed one.
                case "sum:": break
                default: return nil
                }
            default: return nil
            }
            values.append(value)
        }
        var sql: SQLFragment =
            "SELECT \(SQLFragment.joined(values.map(\.fragment), ", ")) FROM \(raw: sums.name) t0"
        if !groups.isEmpty {
            let list = groups.compactMap { $0.map { "t0.\($0)" } }.joined(separator: ", ")
            sql.append(" GROUP BY \(raw: list) HAVING SUM(t0.Z_COUNT) <> 0")
        }
        return SQLFetchPlan(query: sql.query, types: values.map(\.type))
    }
}

extension SQLGroupSums {
    fileprivate func column(ofGroup expression: FetchExpression) -> String? {
        guard case .keyPath(let keys) = expression, keys.count == 1 else { return nil }
        return groups.first { $0.property == keys[0] }?.column
    }

    fileprivate func sum(of keys: [String]) -> Sum? {
        keys.count == 1 ? sums.first { $0.property == keys[0] } : nil
    }
}
