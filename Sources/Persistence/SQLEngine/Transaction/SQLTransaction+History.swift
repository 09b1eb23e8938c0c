extension SQLTransaction {
    package func setOrigin(_ origin: StoreTransactionOrigin) {
        history?.origin = origin
    }

    package func recordOtherChange() {
        history?.hasOtherChange = true
    }

    package func recordInsertion(of keys: some Sequence<Int64>, _ entity: EntityLayout) {
        guard history != nil else { return }
        for key in keys {
            history?.recordInsertion(
                of: StoreReference(entityNumber: entity.number, key: key))
        }
    }

    package func recordUpdate(of references: some Sequence<StoreReference>, slots: [Int]) {
        guard history != nil else { return }
        for reference in references { history?.recordUpdate(of: reference, slots: slots) }
    }

    package func recordUpdate(of key: Int64, _ entity: EntityLayout, slots: [Int]) {
        history?.recordUpdate(
            of: StoreReference(entityNumber: entity.number, key: key), slots: slots)
    }

    /// Records deletions, with the values that history preserves.
    package func recordDeletion(
        of references: some Sequence<StoreReference>,
        _ tombstones: [StoreReference: [AttributeValue]]
    ) {
        guard history != nil else { return }
        for reference in references {
            history?.recordDeletion(of: reference, tombstone: tombstones[reference] ?? [])
        }
    }

    /// The values that history preserves of records that are about to be deleted, as its columns
    /// store them.
    package func tombstones(
        of references: [StoreReference]
    ) throws -> [StoreReference: [AttributeValue]] {
        guard history != nil, let tables = session.history, !tables.tombstoneColumns.isEmpty
        else { return [:] }
        var tombstones: [StoreReference: [AttributeValue]] = [:]
        for (number, group) in Dictionary(grouping: references, by: \.entityNumber) {
            let entity = schema.layout.entity(number)
            let columns = entity.preservedSlots.prefix(tables.tombstoneColumns.count).map {
                schema[entity].columns[$0.number] ?? "NULL"
            }
            guard !columns.isEmpty else { continue }
            let selection =
                "SELECT Z_PK, \(columns.joined(separator: ", ")) FROM \(schema[entity].table)"
            try session.run(forKeys: group.map(\.key)) { count in
                "\(selection) WHERE \(schema.dialect.isAmong("Z_PK", keyCount: count))"
            } _: { row in
                let reference = StoreReference(entityNumber: number, key: row.integer(0))
                tombstones[reference] = columns.indices.map { row.preserved(Int32($0 + 1)) }
            }
        }
        return tombstones
    }
}
