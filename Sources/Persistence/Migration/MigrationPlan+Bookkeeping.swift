import ObjectModel

extension MigrationPlan {
    /// The indexes of the newer version.
    var wantedIndexes: [String] {
        var names = Set(
            destination.indexes.compactMap { StoreSQL.name(madeBy: $0)?.uppercased() })
        let made = Set(destination.indexes.map(StoreSQL.definition))
        return destination.indexes
            + Set(keptConstraints).filter { !made.contains(StoreSQL.definition(in: $0)) }.sorted()
            .uniquelyNamed(&names)
    }

    /// The statements that remove the indexes of tables which stay, but for those that are wanted:
    /// before values are filled in that they may not allow.
    var staleIndexSteps: [MigrationStep] {
        let wanted = Set(wantedIndexes)
        return keptIndexes.filter { !wanted.contains($0.sql) }
            .map { MigrationStep("DROP INDEX \"\($0.name)\"") }
    }

    /// The statements for the indexes that are wanted and not there.
    var indexSteps: [MigrationStep] {
        let present = Set(keptIndexes.map(\.sql))
        return wantedIndexes.filter { !present.contains($0) }.map { MigrationStep($0) }
    }

    private var keptIndexes: [StoreShape.Part] {
        shape.indexes.filter { keptTables.contains($0.table) }
    }

    /// The statements that enter the entities with their numbers.
    var entitySteps: [MigrationStep] {
        let names = mapping.destinationNames
        var keys: [Int: Int64] = [:]
        for old in source.layout.entities {
            guard let new = names[old.name].flatMap(destination.layout.entity(named:)) else {
                continue
            }
            let root = source.layout.entity(old.rootNumber)
            let key = shape.greatestKeys[root.name, default: 0] + offset(of: root)
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

    /// The statements that keep the history of changes telling of the same records.
    var historySteps: [MigrationStep] {
        guard shape.hasHistory else { return [] }
        let names = mapping.destinationNames
        let heirs = source.layout.entities.compactMap { old -> HistoryTransfer.Heir? in
            guard let new = names[old.name].flatMap(destination.layout.entity(named:)) else {
                return nil
            }
            // The columns are bits by the place of a property among all.
            return HistoryTransfer.Heir(
                source: old.number, destination: new.number, keyOffset: offset(of: old),
                keepsColumns: old.slots.map(\.name) == new.slots.map(\.name))
        }
        return HistoryTransfer(heirs: heirs).statements().map { MigrationStep($0) }
    }
}
