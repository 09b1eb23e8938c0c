/// How a table of the newer version comes about.
struct TableTransfer {
    let root: EntityLayout
    let table: SQLTable
    let records: [RecordTransfer]
    /// The older table that becomes this one as it stands, with further columns; nil if records are
    /// copied.
    var inPlace: SQLTable?

    /// The columns that the older table does not have.
    var addedColumns: [SQLColumn] {
        guard let inPlace else { return [] }
        return table.columns.filter { !inPlace.columns.contains($0) }
    }

    /// The columns of the older table that the newer version does not know.
    var leftoverColumns: [String] {
        let names = Set(table.columns.map(\.name))
        return inPlace?.columns.map(\.name).filter { !names.contains($0) } ?? []
    }

    /// The older table, if it can stay.
    ///
    /// - Parameter keepsColumns: whether it may have columns that the newer version does not know.
    static func tableInPlace(
        for table: SQLTable, records: [RecordTransfer], source: SQLSchema, shape: StoreShape,
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
        // No record of another entity stands in it.
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
    /// Whether the columns that an older table has too are of the same types.
    fileprivate func keepsTypes(of old: SQLTable) -> Bool {
        let types = Dictionary(old.columns.map { ($0.name, $0.type) }) { first, _ in first }
        return columns.allSatisfy { types[$0.name, default: $0.type] == $0.type }
    }
}
