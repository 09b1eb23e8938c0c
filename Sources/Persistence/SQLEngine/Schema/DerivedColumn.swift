/// The column of a derived attribute, and what its triggers have in common.
struct DerivedColumn {
    let entity: EntityLayout
    let table: String
    private let attribute: String
    private let column: String
    /// The numbers of the entities that have the attribute; nil if all in the table have it.
    private let numbers: ClosedRange<Int>?

    /// Nil if the attribute has no column.
    init?(_ derivation: Derivation, layout: ModelLayout, entities: [SQLEntity]) {
        entity = layout.entity(derivation.entityNumber)
        let sql = entities[entity.number - 1]
        guard let column = sql.columns[derivation.slot] else { return nil }
        self.column = column
        table = sql.table
        attribute = entity.slots[derivation.slot].name
        numbers =
            entity.superNumber == 0 ? nil : sql.number...entities[entity.lastNumber - 1].number
    }

    /// The condition that a new or changed row is a record with the attribute; nil if any is.
    var isNewOfEntity: String? { range("NEW.Z_ENT") }

    /// A condition over rows, for those alone that have the attribute.
    func ofEntity(_ condition: String) -> String {
        range("Z_ENT").map { "\(condition) AND \($0)" } ?? condition
    }

    private func range(_ name: String) -> String? {
        numbers.map { "\(name) BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
    }

    /// A statement that sets the attribute of all records which have it.
    func update(to value: String) -> String {
        "UPDATE \(table) SET \(column) = \(value)" + (range("Z_ENT").map { " WHERE \($0)" } ?? "")
    }

    /// A trigger that sets the attribute.
    ///
    /// - Parameters:
    ///   - source: the table whose changes call the trigger.
    ///   - value: the new value.
    ///   - rows: which rows of the attribute's table get it.
    ///   - isInsertion: whether the record is new.
    func trigger(
        on source: String, _ suffix: String, _ event: String, when: String? = nil, value: String,
        where rows: String, isInsertion: Bool = false
    ) -> String {
        let function =
            isInsertion
            ? "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
            : "NSCoreDataDATriggerUpdatedAffectedObjectValue"
        return
            "CREATE TRIGGER IF NOT EXISTS Z_DA_\(source)_\(entity.name)_\(attribute.inSQLName)_\(suffix) "
            + "\(event) ON \(source) FOR EACH ROW\(when.map { " WHEN \($0)" } ?? "") BEGIN "
            + "UPDATE \(table) SET \(column) = \(value) WHERE \(rows); "
            + "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) "
            + "FROM \(table) WHERE \(rows); END"
    }
}
