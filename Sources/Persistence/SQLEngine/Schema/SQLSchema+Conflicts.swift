import ObjectModel

extension SQLSchema {
    /// What is wrong where two rows of a table would have the same values in some columns, in the words of
    /// the model; nil if it is none of its tables.
    func conflict(over columns: [String], of table: String) -> PersistenceError? {
        let entities = layout.entities.filter { self[$0].table == table }
        if columns == ["Z_PK"], let root = entities.first { return .takenID(of: root) }
        for entity in entities {
            for properties in entity.description.uniquenessConstraints
            where properties.map({ column(of: $0, entity) }) == columns {
                return .constraintConflict(entity: entity.name, properties: properties)
            }
        }
        // The constraint may be one that only the model of another program has.
        for entity in entities {
            let properties = columns.compactMap { column in
                entity.slots.first { self[entity].columns[$0.number] == column }?.name
            }
            if properties.count == columns.count {
                return .constraintConflict(entity: entity.name, properties: properties)
            }
        }
        return nil
    }

    private func column(of property: String, _ entity: EntityLayout) -> String? {
        entity.slot(named: property).flatMap { self[entity].columns[$0.number] }
    }
}

extension PersistenceError {
    /// A new object was given the ID of a deleted record, and somebody else has saved under it since.
    package static func takenID(of entity: EntityLayout) -> PersistenceError {
        .misuse("A new \(entity.name) has the ID of a record that is there already")
    }
}
