/// The transfer of a table to the newer version.
struct TableTransfer {
    let root: EntityLayout
    let table: SQLTable
    let records: [RecordTransfer]
    /// The older table that is kept and gets further columns; nil if records are copied.
    var inPlace: SQLTable?

    var addedColumns: [SQLColumn] {
        guard let inPlace else { return [] }
        return table.columns.filter { !inPlace.columns.contains($0) }
    }

    /// The columns of the older table that the newer version does not have.
    var leftoverColumns: [String] {
        let names = Set(table.columns.map(\.name))
        return inPlace?.columns.map(\.name).filter { !names.contains($0) } ?? []
    }

    /// The older table, if it can be kept.
    ///
    /// - Parameter keepsColumns: whether it may have columns that the newer version does not have.
    static func tableInPlace(
        for table: SQLTable, records: [RecordTransfer], source: SQLSchema, shape: ExistingSchema,
        keepsColumns: Bool
    ) -> SQLTable? {
        guard let first = records.first,
            let old = source.tables.first(where: { $0.name == table.name }),
            source[first.source].table == table.name, !shape.constrainedTables.contains(old.name),
            records.allSatisfy({
                $0.keyOffset == 0 && $0.source.rootNumber == first.source.rootNumber
            }),
            keepsColumns
                ? table.keepsTypes(of: old) : Set(old.columns).isSubset(of: table.columns)
        else { return nil }
        // It has no records of other entities.
        let family = source.layout.family(of: source.layout.entity(first.source.rootNumber))
        let kept = Set(records.map(\.source.number))
        guard family.allSatisfy({ kept.contains($0.number) }) else { return nil }
        let oldNames = Set(old.columns.map(\.name))
        let isKept = records.allSatisfy { record in
            record.columns.allSatisfy {
                $0.keepsColumn || ($0.sourceColumn == nil && !oldNames.contains($0.column.name))
            }
        }
        return isKept ? old : nil
    }
}

extension SQLTable {
    /// Whether the common columns have the same types.
    fileprivate func keepsTypes(of old: SQLTable) -> Bool {
        let types = Dictionary(old.columns.map { ($0.name, $0.type) }) { first, _ in first }
        return columns.allSatisfy { types[$0.name, default: $0.type] == $0.type }
    }
}

/// The source of a column's values.
struct ColumnTransfer {
    enum Origin {
        /// A column of the older table, with a number added and NULL replaced.
        case column(String, offset: Int64, replacingNull: AttributeValue)
        /// A column of bytes, which get the storage marker of external data.
        case unmarked(String)
        /// The same value for each record.
        case value(AttributeValue)
    }

    let column: SQLColumn
    let origin: Origin

    /// Whether the column is kept, with NULL replaced.
    var keepsColumn: Bool {
        if case .column(column.name, 0, _) = origin { true } else { false }
    }

    var sourceColumn: String? {
        switch origin {
        case .column(let name, _, _), .unmarked(let name): name
        case .value: nil
        }
    }

    /// The value for records that have none.
    var fallback: AttributeValue {
        switch origin {
        case .column(_, _, let value), .value(let value): value
        case .unmarked: .null
        }
    }

    /// The SQL of the value, and its parameters.
    var expression: (sql: String, values: [AttributeValue]) {
        switch origin {
        case .column(let name, let offset, let value):
            let number = offset == 0 ? name : "\(name) + \(offset)"
            return value.isNull ? (number, []) : ("ifnull(\(number), ?)", [value])
        case .unmarked(let name):
            return (
                "CASE WHEN \(name) IS NULL THEN NULL ELSE CAST(x'01' || \(name) AS BLOB) END", []
            )
        case .value(let value):
            return value.isNull ? ("NULL", []) : ("?", [value])
        }
    }
}

/// The transfer of one entity's records from the older table.
struct RecordTransfer {
    let source: EntityLayout
    let destination: EntityLayout
    /// The number to add to the keys.
    let keyOffset: Int64
    let columns: [ColumnTransfer]

    func copy(from sourceTable: String, to table: String) -> MigrationStep {
        let expressions = columns.map(\.expression)
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.column.name)
        let key = keyOffset == 0 ? "Z_PK" : "Z_PK + \(keyOffset)"
        let values = [key, "\(destination.number)", "Z_OPT"] + expressions.map(\.sql)
        return MigrationStep(
            "INSERT INTO \(table) (\(names.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM \(sourceTable) "
                + "WHERE Z_ENT = \(source.number)",
            expressions.flatMap(\.values))
    }

    /// Replaces NULL in records of a kept table.
    func fill(_ table: String) -> MigrationStep? {
        let missing = columns.filter { !$0.fallback.isNull }
        guard !missing.isEmpty else { return nil }
        let assignments = missing.map { "\($0.column.name) = ifnull(\($0.column.name), ?)" }
        let conditions = missing.map { "\($0.column.name) IS NULL" }
        return MigrationStep(
            "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                + "WHERE Z_ENT = \(destination.number) "
                + "AND (\(conditions.joined(separator: " OR ")))",
            missing.map(\.fallback))
    }
}

/// The transfer of a join table.
struct JoinTransfer {
    let entity: EntityLayout
    let slot: PropertySlot
    let table: SQLJoinTable
    let join: SQLJoin
    let isInPlace: Bool
}
