import ObjectModel

/// The statements that convert a store from one version of a model to another.
///
/// Tables that only get new columns are kept; others are rebuilt and filled from the older ones,
/// which are renamed for that. All of it is one transaction. The removal of unused tables and
/// columns can be deferred.
struct MigrationPlan {
    let mapping: MappingModel
    let source: SQLSchema
    let destination: SQLSchema
    let shape: ExistingSchema
    let properties: VersionMapping
    /// Whether unused columns and tables are kept for now.
    let defersCleanup: Bool
    /// The number to add to the keys of each older root entity, by its number.
    private(set) var offsets: [Int: Int64] = [:]
    private(set) var tables: [TableTransfer] = []
    private(set) var joins: [JoinTransfer] = []
    private(set) var keptTables: Set<String> = []

    /// - Throws: `MigrationError` if values cannot be carried over.
    init(
        mapping: MappingModel, source: SQLSchema, destination: SQLSchema, shape: ExistingSchema,
        defersCleanup: Bool = false
    ) throws {
        self.defersCleanup = defersCleanup
        self.mapping = mapping
        self.source = source
        self.destination = destination
        self.shape = shape
        properties = VersionMapping(mapping, from: source.layout, to: destination.layout)
        offsets = keyOffsets()
        for (root, table) in zip(
            destination.layout.entities.filter({ $0.superNumber == 0 }), destination.tables)
        {
            let records = try destination.layout.family(of: root).compactMap(recordTransfer)
            let inPlace = TableTransfer.tableInPlace(
                for: table, records: records, source: source, shape: shape,
                keepsColumns: defersCleanup)
            if let inPlace { keptTables.insert(inPlace.name) }
            tables.append(
                TableTransfer(root: root, table: table, records: records, inPlace: inPlace))
        }
        joins = joinTransfers()
        keptTables.formUnion(joins.filter(\.isInPlace).map(\.join.table))
        try checkTriggers()
    }

    var steps: [MigrationStep] {
        let dropTriggers = shape.triggers.map { MigrationStep("DROP TRIGGER \"\($0.name)\"") }
        let records = tables.flatMap(makeStatements) + tables.flatMap(fillStatements)
        let references = joinSteps + referenceSteps + requirementSteps
        let bookkeeping = entitySteps + historySteps
        return dropTriggers + dropRTreeSteps + staleIndexSteps + renameSteps + records + references
            + dropSteps + indexSteps + triggerSteps + bookkeeping
    }

    /// The name of an older table while the statements run.
    func present(_ table: String) -> String {
        keptTables.contains(table) ? table : DeferredTasks.tablePrefix + table
    }

    func offset(of entity: EntityLayout) -> Int64 { offsets[entity.rootNumber, default: 0] }

    /// Whether every table keeps all columns and every entity its number.
    var isAdditive: Bool {
        tables.allSatisfy { $0.inPlace != nil || $0.records.isEmpty }
            && tables.allSatisfy(\.leftoverColumns.isEmpty)
            && source.tables.allSatisfy { keptTables.contains($0.name) }
            && tables.allSatisfy {
                $0.records.allSatisfy { $0.source.number == $0.destination.number }
            }
    }

    /// Where several tables become one, the keys of each start after those of the one before.
    private func keyOffsets() -> [Int: Int64] {
        var offsets: [Int: Int64] = [:]
        var used: [Int: Int64] = [:]
        let names = mapping.destinationNames
        for root in source.layout.entities where root.superNumber == 0 {
            let targets = Set(
                source.layout.family(of: root).compactMap { names[$0.name] }
                    .compactMap { destination.layout.entity(named: $0)?.rootNumber })
            let offset = targets.map { used[$0, default: 0] }.max() ?? 0
            offsets[root.number] = offset
            for target in targets {
                used[target] = offset + shape.maximumKeys[root.name, default: 0]
            }
        }
        return offsets
    }

    private var oldTables: [String] {
        source.tables.map(\.name) + source.joinTables.map(\.name)
    }

    private var renameSteps: [MigrationStep] {
        oldTables.filter { !keptTables.contains($0) }.map {
            MigrationStep("ALTER TABLE \"\($0)\" RENAME TO \(present($0))")
        }
    }

    /// The older tables that are unused, by their current names.
    var goneTables: [String] { oldTables.filter { !keptTables.contains($0) }.map(present) }

    var deferredTasks: DeferredTasks {
        var tasks = DeferredTasks()
        guard defersCleanup else { return tasks }
        for table in goneTables { tasks.columns[table] = [] }
        for transfer in tables where !transfer.leftoverColumns.isEmpty {
            tasks.columns[transfer.table.name] = transfer.leftoverColumns
        }
        return tasks
    }

    private var dropSteps: [MigrationStep] {
        guard defersCleanup else { return goneTables.map { MigrationStep("DROP TABLE \($0)") } }
        // The indexes of deferred tables have names that the new indexes need.
        let names = Set(wantedIndexes.compactMap { StoreSQL.name(madeBy: $0) })
        return shape.indexes.filter { !keptTables.contains($0.table) && names.contains($0.name) }
            .map { MigrationStep("DROP INDEX \"\($0.name)\"") }
    }
}

extension MigrationPlan {
    var wantedIndexes: [String] {
        var names = Set(
            destination.indexes.compactMap { StoreSQL.name(madeBy: $0)?.uppercased() })
        let made = Set(destination.indexes.map(StoreSQL.definition))
        return destination.indexes
            + Set(keptConstraints).filter { !made.contains(StoreSQL.definition(in: $0)) }.sorted()
            .uniquelyNamed(&names)
    }

    /// Drops unwanted indexes of kept tables before they can reject the new values.
    var staleIndexSteps: [MigrationStep] {
        let wanted = Set(wantedIndexes)
        return keptIndexes.filter { !wanted.contains($0.sql) }
            .map { MigrationStep("DROP INDEX \"\($0.name)\"") }
    }

    /// Creates the indexes that are missing.
    var indexSteps: [MigrationStep] {
        let present = Set(keptIndexes.map(\.sql))
        return wantedIndexes.filter { !present.contains($0) }.map { MigrationStep($0) }
    }

    private var keptIndexes: [ExistingSchema.Part] {
        shape.indexes.filter { keptTables.contains($0.table) }
    }

    var entitySteps: [MigrationStep] {
        let names = mapping.destinationNames
        var keys: [Int: Int64] = [:]
        for old in source.layout.entities {
            guard let new = names[old.name].flatMap(destination.layout.entity(named:)) else {
                continue
            }
            let root = source.layout.entity(old.rootNumber)
            let key = shape.maximumKeys[root.name, default: 0] + offset(of: root)
            keys[new.rootNumber] = max(keys[new.rootNumber, default: 0], key)
        }
        return [MigrationStep("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")]
            + destination.layout.entities.map { entity in
                let key = entity.superNumber == 0 ? keys[entity.number, default: 0] : 0
                return MigrationStep(
                    "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
                    [
                        .integer(Int64(entity.number)), .string(entity.name),
                        .integer(Int64(entity.superNumber)), .integer(key),
                    ])
            }
    }

    private var historySteps: [MigrationStep] {
        guard let tables = shape.history else { return [] }
        let added = tables.missingTombstoneColumns(for: destination.layout)
        let statements =
            history.statements() + added.map { "ALTER TABLE ACHANGE ADD COLUMN \($0) BLOB" }
            + history.preservedStatements(tables.tombstoneColumns + added)
        return statements.map { MigrationStep($0) }
    }

    /// The conversion of a history, so that it refers to the same records.
    var history: HistoryTransfer {
        let names = mapping.destinationNames
        let mappings = source.layout.entities.compactMap {
            old -> HistoryTransfer.EntityHistoryMapping? in
            guard let new = names[old.name].flatMap(destination.layout.entity(named:)) else {
                return nil
            }
            // The bits depend on a property's position among all properties.
            return HistoryTransfer.EntityHistoryMapping(
                source: old.number, destination: new.number, keyOffset: offset(of: old),
                keepsColumns: old.slots.map(\.name) == new.slots.map(\.name),
                preserved: new.preservedSlots.map { slot in
                    properties.sourceSlot(for: slot, of: new).flatMap { _, former in
                        old.preservedSlots.firstIndex { $0.number == former.number }
                    }
                }, formerPreservedCount: old.preservedSlots.count)
        }
        return HistoryTransfer(mappings: mappings)
    }
}

extension MigrationPlan {
    /// Uniqueness constraints of the store that the newer version does not declare, in terms of
    /// that version.
    ///
    /// Models do not show which program is newer, so the constraints stay, as they do without a
    /// migration, unless the entity's `versionHashModifier` changes.
    var keptConstraints: [String] {
        shape.indexes.filter { $0.sql.hasPrefix("CREATE UNIQUE INDEX ") }.compactMap(keptConstraint)
    }

    private func keptConstraint(_ index: ExistingSchema.Part) -> String? {
        for transfer in tables {
            for record in transfer.records {
                let (old, new) = (record.source, record.destination)
                guard source[old].table == index.table,
                    let properties = properties(of: index, in: old),
                    old.description.versionHashModifier == new.description.versionHashModifier
                else { continue }
                let names = properties.compactMap { successor(of: $0, record, in: transfer) }
                return names.count == properties.count
                    ? destination.constraint(names, of: new) : nil
            }
        }
        return nil
    }

    /// The properties that an index makes unique; nil if it is not a constraint of the entity.
    private func properties(
        of index: ExistingSchema.Part, in entity: EntityLayout
    ) -> [PropertySlot]? {
        guard index.name.hasPrefix("Z_\(entity.name)_UNIQUE_"),
            let list = index.sql.split(separator: "(").last
        else { return nil }
        let columns = list.split(separator: ",").compactMap { $0.split(separator: " ").first }
        let slots = columns.compactMap { column in
            entity.slots.first { source[entity].columns[$0.number] == String(column) }
        }
        let constraint = source.constraint(slots.map(\.name), of: entity)
        return constraint.map(StoreSQL.definition) == StoreSQL.definition(in: index.sql)
            ? slots : nil
    }

    /// The property that takes exactly the values of an older one; nil if there is none, or other
    /// values may be among them.
    private func successor(
        of slot: PropertySlot, _ record: RecordTransfer, in table: TableTransfer
    ) -> String? {
        guard let before = source[record.source].columns[slot.number] else { return nil }
        let isSuccessor = { (column: ColumnTransfer) in
            if case .column(before, _, .null) = column.origin { true } else { false }
        }
        guard let column = record.columns.first(where: isSuccessor)?.column.name else { return nil }
        let isAlone = table.records.allSatisfy { other in
            other.columns.allSatisfy { $0.column.name != column || isSuccessor($0) }
                && source[other.source].table == source[record.source].table
        }
        let entity = record.destination
        return isAlone
            ? entity.slots.first { destination[entity].columns[$0.number] == column }?.name : nil
    }
}

extension MigrationPlan {
    /// Triggers contain tables, columns and entity numbers. Those for derivations that this library
    /// cannot write stay only if none of these change.
    func checkTriggers() throws {
        guard !shape.triggers.isEmpty, !isAdditive else { return }
        let layout = destination.layout
        for entity in layout.entities {
            for slot in entity.slots
            where slot.attribute?.isDerived == true
                && slot.declaringEntityNumber == entity.number
            {
                let isKnown = layout.derivations.contains {
                    $0.entityNumber == entity.number && $0.slot == slot.number
                }
                guard !isKnown else { continue }
                throw MigrationError(
                    entity: entity.name, property: slot.name,
                    reason: "it is derived by triggers of the store, which cannot be carried over")
            }
        }
    }

    /// R-trees are rebuilt.
    var dropRTreeSteps: [MigrationStep] {
        shape.rTreeTables.map { MigrationStep("DROP TABLE \"\($0)\"") }
    }

    /// The triggers of the newer version: valid older ones are kept; new ones are added after their
    /// values are computed.
    var triggerSteps: [MigrationStep] {
        let wanted = destination.triggers
        let changed = Set(wanted).symmetricDifference(source.triggers)
        let changedNames = Set(changed.compactMap { StoreSQL.name(madeBy: $0) })
        let kept =
            isAdditive
            ? shape.triggers.filter {
                !$0.name.hasPrefix("Z_RT_") && !changedNames.contains($0.name)
            } : []
        let keptNames = Set(kept.map(\.name))
        let isComplete = wanted.allSatisfy { statement in
            keptNames.contains { statement.contains(" \($0) ") }
        }
        let fills =
            isComplete
            ? []
            : SQLTriggerBuilder(layout: destination.layout, entities: destination.entities)
                .fillStatements
        let rTrees = destination.rTreeIndexes.flatMap {
            [$0.createStatement, $0.fillStatement] + $0.triggers
        }
        return (fills + kept.map(\.sql) + wanted + rTrees).map { MigrationStep($0) }
    }
}
