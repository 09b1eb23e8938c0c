import Foundation

/// Finds the duplicate values that prevent a uniqueness constraint.
struct DuplicateValueFinder {
    let connection: Connection
    let schema: SQLSchema

    /// The error to throw instead of another one; nil if no records have duplicate values.
    func failure(_ error: any Error) throws -> MigrationError? {
        guard let (table, columns) = (error as? PersistenceError)?.doubledColumns,
            case .constraintConflict(let name, let properties)? = schema.conflict(
                over: columns, of: table),
            let entity = schema.layout.entity(named: name)
        else { return nil }
        let slots = properties.compactMap { entity.slot(named: $0) }
        return try sharedValues(table, columns, slots).map {
            .sharedValues($0, of: properties, in: entity.name)
        }
    }

    private func sharedValues(
        _ table: String, _ columns: [String], _ slots: [PropertySlot]
    ) throws -> [AttributeValue]? {
        let list = columns.joined(separator: ", ")
        let conditions = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let sql =
            "SELECT \(list) FROM \(table) WHERE \(conditions) GROUP BY \(list) "
            + "HAVING count(*) > 1 LIMIT 1"
        return try connection.withStatement(sql) { statement in
            guard try statement.step() else { return nil }
            return slots.enumerated().map { index, slot in
                let stored = SQLValue(statement.handle, Int32(index)).stored
                guard let attribute = slot.attribute else { return stored }
                return ExpressionType(attribute).attributeValue(stored)
            }
        }
    }
}

extension MigrationError {
    /// The error for records with duplicate values.
    static func sharedValues(
        _ values: [AttributeValue], of properties: [String], in entity: String, place: String = ""
    ) -> MigrationError {
        MigrationError(
            entity: entity, property: properties.joined(separator: ", "),
            reason: "it must be unique now, and several records share "
                + values.map(\.shown).joined(separator: ", ") + place)
    }
}

extension AttributeValue {
    /// The greatest length of a value in an error.
    private static var shownLength: Int { 100 }

    fileprivate var shown: String {
        switch self {
        case .date(let date): date.iso8601
        case .uuid(let uuid): uuid.uuidString
        case .data(let data):
            data.prefix(Self.shownLength / 2)
                .map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
        case .object(let id): "\(id)"
        default: "“\(base.map { "\($0)".prefix(Self.shownLength) } ?? "")”"
        }
    }
}
