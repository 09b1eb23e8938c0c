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

    /// The older table, if it can stay.
    static func tableInPlace(
        for table: SQLTable, records: [RecordTransfer], source: SQLSchema, shape: StoreShape
    ) -> SQLTable? {
        guard let first = records.first,
            let old = source.tables.first(where: { $0.name == table.name }),
            source[first.source].table == table.name, !shape.constrainedTables.contains(old.name),
            records.allSatisfy({
                $0.keyOffset == 0 && $0.source.rootNumber == first.source.rootNumber
            }),
            Set(old.columns).isSubset(of: table.columns)
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
