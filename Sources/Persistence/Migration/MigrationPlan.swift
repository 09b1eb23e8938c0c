import ObjectModel

/// The statements that turn a store of one version of a model into a store of another.
///
/// Tables that only get further columns stay; others are made anew and filled from the older ones,
/// which have another name meanwhile. All of it runs in one transaction. What nothing needs any more
/// can be left for later.
struct MigrationPlan {
    let mapping: MappingModel
    let source: SQLSchema
    let destination: SQLSchema
    let shape: StoreShape
    /// The mapping with its entities and properties.
    let properties: VersionMapping
    /// Whether columns and tables that are not needed any more stay for now.
    let defersCleanup: Bool
    /// What is added to the keys of each root entity of the older version, by its number.
    private(set) var offsets: [Int: Int64] = [:]
    private(set) var tables: [TableTransfer] = []
    private(set) var joins: [JoinTransfer] = []
    /// The older tables that stay.
    private(set) var keptTables: Set<String> = []

    /// - Throws: `MigrationError` if values cannot be carried over.
    init(
        mapping: MappingModel, source: SQLSchema, destination: SQLSchema, shape: StoreShape,
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

    /// The statements in their order.
    var steps: [MigrationStep] {
        let dropTriggers = shape.triggers.map { MigrationStep("DROP TRIGGER \"\($0.name)\"") }
        let records = tables.flatMap(makeStatements) + tables.flatMap(fillStatements)
        let references = joinSteps + referenceSteps + requirementSteps
        let bookkeeping = entitySteps + historySteps
        return dropTriggers + dropPlaceSteps + staleIndexSteps + renameSteps + records + references
            + dropSteps + indexSteps + triggerSteps + bookkeeping
    }

    /// The name that an older table has while the statements run.
    func present(_ table: String) -> String {
        keptTables.contains(table) ? table : DeferredTasks.tablePrefix + table
    }

    /// What is added to the keys of an older entity.
    func offset(of entity: EntityLayout) -> Int64 { offsets[entity.rootNumber, default: 0] }

    /// Whether every table stays with all of its columns, and every entity keeps its number.
    var isAdditive: Bool {
        tables.allSatisfy { $0.inPlace != nil || $0.records.isEmpty }
            && tables.allSatisfy(\.leftoverColumns.isEmpty)
            && source.tables.allSatisfy { keptTables.contains($0.name) }
            && tables.allSatisfy {
                $0.records.allSatisfy { $0.source.number == $0.destination.number }
            }
    }

    /// Where several tables become one, the keys of the later ones start behind the earlier ones.
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
                used[target] = offset + shape.greatestKeys[root.name, default: 0]
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

    /// The older tables that nothing needs any more, by the names that they have now.
    var goneTables: [String] { oldTables.filter { !keptTables.contains($0) }.map(present) }

    /// What is left for later.
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
        // The indexes of tables that stay for now keep their names, which the new ones want.
        let names = Set(wantedIndexes.compactMap { StoreSQL.name(madeBy: $0) })
        return shape.indexes.filter { !keptTables.contains($0.table) && names.contains($0.name) }
            .map { MigrationStep("DROP INDEX \"\($0.name)\"") }
    }
}
