import ObjectModel

extension MigrationPlan {
    /// The statements of the uniqueness constraints that the store has and the newer version does not ask
    /// for, as they are in the newer version.
    ///
    /// Which program is the newer one nobody can tell by the models: they stay, as they do where a store
    /// is opened without being migrated, unless the entity has another `versionHashModifier`.
    var keptConstraints: [String] {
        shape.indexes.filter { $0.sql.hasPrefix("CREATE UNIQUE INDEX ") }.compactMap(keptConstraint)
    }

    private func keptConstraint(_ index: StoreShape.Part) -> String? {
        for transfer in tables {
            for record in transfer.records {
                let (old, new) = (record.source, record.destination)
                guard source[old].table == index.table,
                    let properties = properties(of: index, in: old),
                    old.description.versionHashModifier == new.description.versionHashModifier
                else { continue }
                let names = properties.compactMap { heir(of: $0, record, in: transfer) }
                return names.count == properties.count
                    ? destination.constraint(names, of: new) : nil
            }
        }
        return nil
    }

    /// The properties that an index makes unique; nil if it is none of a constraint of the entity.
    private func properties(of index: StoreShape.Part, in entity: EntityLayout) -> [PropertySlot]? {
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

    /// The name of the property that has the values of an older one; nil if there is none, or if there may
    /// be others among its values.
    private func heir(
        of slot: PropertySlot, _ record: RecordTransfer, in table: TableTransfer
    ) -> String? {
        guard let before = source[record.source].columns[slot.number] else { return nil }
        let isHeir = { (column: ColumnTransfer) in
            if case .column(before, _, .null) = column.origin { true } else { false }
        }
        guard let column = record.columns.first(where: isHeir)?.column.name else { return nil }
        let isAlone = table.records.allSatisfy { other in
            other.columns.allSatisfy { $0.column.name != column || isHeir($0) }
                && source[other.source].table == source[record.source].table
        }
        let entity = record.destination
        return isAlone
            ? entity.slots.first { destination[entity].columns[$0.number] == column }?.name : nil
    }
}
