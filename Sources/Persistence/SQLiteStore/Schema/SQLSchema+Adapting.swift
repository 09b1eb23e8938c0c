extension SQLSchema {
    /// The schema with the join tables under the names that a database has for them: that of a
    /// relationship of an entity with itself may be either of two.
    func adapted(to catalog: StoreCatalog) -> SQLSchema {
        func name(_ table: String, _ columns: [String]) -> String {
            guard catalog.columns[table] == nil else { return table }
            return catalog.columns.filter {
                $0.key.hasPrefix("Z_") && !$0.key.hasPrefix(DeferredTasks.tablePrefix)
                    && $0.value.isSuperset(of: columns)
            }
            .map(\.key).min() ?? table
        }
        let entities = entities.map { entity in
            SQLEntity(
                table: entity.table, columns: entity.columns, entityColumns: entity.entityColumns,
                joins: entity.joins.mapValues { join in
                    join.renamed(name(join.table, [join.sourceColumn, join.destinationColumn]))
                })
        }
        let joinTables = joinTables.map {
            SQLJoinTable(
                name: name($0.name, $0.keyColumns), keyColumns: $0.keyColumns,
                orderColumns: $0.orderColumns)
        }
        return SQLSchema(
            layout: layout, entities: entities, tables: tables, joinTables: joinTables,
            indexes: indexes, placeIndexes: placeIndexes, triggers: triggers)
    }

    /// The tables and columns that a database does not have.
    func missingParts(in catalog: StoreCatalog) -> [String] {
        let wanted =
            tables.map { ($0.name, ["Z_PK", "Z_ENT", "Z_OPT"] + $0.columns.map(\.name)) }
            + joinTables.map { ($0.name, $0.keyColumns + $0.orderColumns) }
        return wanted.flatMap { table, columns -> [String] in
            guard let present = catalog.columns[table] else { return ["the table \(table)"] }
            return columns.filter { !present.contains($0) }.map { "the column \(table).\($0)" }
        }
    }
}

extension SQLJoin {
    fileprivate func renamed(_ table: String) -> SQLJoin {
        SQLJoin(
            table: table, sourceColumn: sourceColumn, destinationColumn: destinationColumn,
            orderColumn: orderColumn, inverseOrderColumn: inverseOrderColumn,
            isSymmetric: isSymmetric)
    }
}
