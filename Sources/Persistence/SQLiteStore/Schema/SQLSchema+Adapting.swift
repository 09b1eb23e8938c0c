extension SQLSchema {
    /// The schema with a database's names of join tables: that of a relationship of an entity with
    /// itself may be either of two.
    func adapted(to catalog: StoreCatalog) -> SQLSchema {
        func name(_ table: String, _ columns: [String]) -> String {
            guard catalog.columns[table] == nil else { return table }
            return catalog.columns.filter {
                $0.key.hasPrefix("Z_") && !$0.key.hasPrefix(DeferredTasks.tablePrefix)
                    && $0.value.isSuperset(of: columns)
            }
            .map(\.key).min() ?? table
        }
        let absent = columnsToAbsent(in: catalog)
        let entities = entities.map { entity in
            SQLEntity(
                number: entity.number, table: entity.table,
                columns: entity.columns.map { column in
                    column.flatMap { absent[entity.table, default: []].contains($0) ? nil : $0 }
                },
                entityColumns: entity.entityColumns.filter {
                    !absent[entity.table, default: []].contains($0.value)
                },
                joins: entity.joins.mapValues { join in
                    join.renamed(name(join.table, [join.sourceColumn, join.destinationColumn]))
                })
        }
        let tables = tables.map { table in
            SQLTable(
                name: table.name,
                columns: table.columns.filter {
                    !absent[table.name, default: []].contains($0.name)
                }, dialect: dialect)
        }
        let joinTables = joinTables.map {
            SQLJoinTable(
                name: name($0.name, $0.keyColumns), keyColumns: $0.keyColumns,
                orderColumns: $0.orderColumns, dialect: dialect)
        }
        return SQLSchema(
            layout: layout, numbers: numbers, entities: entities, tables: tables,
            joinTables: joinTables,
            indexes: indexes, rTreeIndexes: rTreeIndexes, triggers: triggers, dialect: dialect)
    }

    /// The missing columns of relationships to absent entities, by table.
    private func columnsToAbsent(in catalog: StoreCatalog) -> [String: Set<String>] {
        guard !absentEntities.isEmpty else { return [:] }
        return layout.entities.filter(numbers.contains).reduce(into: [:]) { columns, entity in
            let sql = self[entity]
            let present = catalog.columns[sql.table] ?? []
            for slot in entity.slots where slot.isToOne {
                guard !numbers.contains(layout.entity(slot.destinationNumber)) else { continue }
                let own = [
                    sql.columns[slot.number], sql.entityColumns[slot.number],
                    slot.orderSlot.flatMap { sql.columns[$0] },
                ]
                columns[sql.table, default: []].formUnion(
                    own.compactMap(\.self).filter { !present.contains($0) })
            }
        }
    }

    /// The tables of absent entities, and of relationships to them.
    private var absentTables: Set<String> {
        guard !absentEntities.isEmpty else { return [] }
        let joins = layout.entities.flatMap { entity in
            entity.slots.filter { slot in
                slot.relationship != nil
                    && !(numbers.contains(entity)
                        && numbers.contains(layout.entity(slot.destinationNumber)))
            }.compactMap { self[entity].joins[$0.number]?.table }
        }
        return Set(absentEntities.map { self[$0].table } + joins)
    }

    /// The names of entities and properties whose tables or columns a database lacks, without
    /// absent entities.
    func missingParts(in catalog: StoreCatalog) -> [String] {
        let absent = absentTables
        let wanted =
            tables.map { ($0.name, ["Z_PK", "Z_ENT", "Z_OPT"] + $0.columns.map(\.name)) }
            .filter { !absent.contains($0.0) }
            + joinTables.map { ($0.name, $0.keyColumns + $0.orderColumns) }
            .filter { !absent.contains($0.0) }
        return wanted.flatMap { table, columns -> [String] in
            guard let present = catalog.columns[table] else {
                return ["\(owner(of: table)) (the table \(table))"]
            }
            var parts: [(owner: String, columns: [String])] = []
            for column in columns where !present.contains(column) {
                let owner = owner(of: table, column)
                if let index = parts.firstIndex(where: { $0.owner == owner }) {
                    parts[index].columns.append(column)
                } else {
                    parts.append((owner, [column]))
                }
            }
            return parts.map { owner, columns in
                "\(owner) (the column\(columns.count == 1 ? "" : "s") "
                    + "\(columns.joined(separator: " and ")) of \(table))"
            }
        }
    }

    /// The entity or property of a table or column.
    private func owner(of table: String, _ column: String? = nil) -> String {
        var owner = table
        for entity in layout.entities {
            let sql = self[entity]
            if sql.table == table, owner == table { owner = entity.name }
            for slot in entity.slots {
                let columns = [
                    sql.columns[slot.number], sql.entityColumns[slot.number],
                    slot.orderSlot.flatMap { sql.columns[$0] },
                ].compactMap(\.self)
                let isOwner =
                    sql.joins[slot.number]?.table == table
                    || sql.table == table && column.map(columns.contains) == true
                if isOwner { return "\(entity.name).\(slot.name)" }
            }
        }
        return owner
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

/// The indexes and triggers that differ between two versions of a model, without uniqueness
/// constraints that only the first one has.
struct SchemaDifference {
    private let indexes: Change<String>
    private let triggers: Change<String>
    private let rTrees: Change<RTreeIndex>
    private let builder: SQLTriggerBuilder

    private struct Change<Part: Hashable> {
        var removed: [Part]
        var added: [Part]

        init(from old: [Part], to new: [Part]) {
            let (before, after) = (Set(old), Set(new))
            removed = old.filter { !after.contains($0) }
            added = new.filter { !before.contains($0) }
        }

        var isEmpty: Bool { removed.isEmpty && added.isEmpty }
    }

    init(from old: SQLSchema, to new: SQLSchema) {
        let constraints = Set(old.indexes.filter { $0.hasPrefix("CREATE UNIQUE INDEX ") })
        let stale = constraints.subtracting(new.indexes)
        indexes = Change(from: old.indexes.filter { !stale.contains($0) }, to: new.indexes)
        triggers = Change(from: old.triggers, to: new.triggers)
        // Their tables are temporary placeholders, but an R-tree over them would stay in the store.
        let absent = Set(new.absentEntities.map { new[$0].table })
        func present(_ indexes: [RTreeIndex]) -> [RTreeIndex] {
            indexes.filter { !absent.contains($0.table) }
        }
        rTrees = Change(from: present(old.rTreeIndexes), to: present(new.rTreeIndexes))
        builder = SQLTriggerBuilder(layout: new.layout, entities: new.entities)
    }

    var isEmpty: Bool { indexes.isEmpty && triggers.isEmpty && rTrees.isEmpty }

    /// The statements for the difference. Missing parts need not be dropped, because other programs
    /// may not have made them.
    var statements: [String] {
        let stale =
            names(triggers.removed + triggers.added + rTrees.removed.flatMap(\.triggers))
            .map { "DROP TRIGGER IF EXISTS \"\($0)\"" }
            + rTrees.removed.map { "DROP TABLE IF EXISTS \"\($0.name)\"" }
            + names(indexes.removed + indexes.added).map { "DROP INDEX IF EXISTS \"\($0)\"" }
        return stale + indexes.added + builder.fillStatements(for: Set(triggers.added))
            + triggers.added
            + rTrees.added.flatMap { [$0.createStatement, $0.fillStatement] + $0.triggers }
    }

    private func names(_ statements: [String]) -> [String] {
        statements.compactMap { StoreSQL.name(madeBy: $0) }
    }
}
