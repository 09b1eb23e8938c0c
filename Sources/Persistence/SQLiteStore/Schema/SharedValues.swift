import Foundation
import ObjectModel

/// Finds the values that records share where a uniqueness constraint is to be made.
struct SharedValues {
    /// As much of a value as an error shows.
    private static let shownLength = 100

    let connection: Connection
    let schema: SQLSchema

    /// What to tell if the statement of a constraint fails; nil if it is none, or no record is in
    /// its way.
    func failure(creating statement: String) throws -> MigrationError? {
        for entity in schema.layout.entities {
            for properties in entity.description.uniquenessConstraints {
                let slots = properties.compactMap { entity.slot(named: $0) }
                let columns = slots.compactMap { schema[entity].columns[$0.number] }
                let name = "Z_\(entity.name)_UNIQUE_\(properties.joined(separator: "_"))"
                guard StoreSQL.name(madeBy: statement) == name, columns.count == properties.count,
                    let values = try sharedValues(schema[entity].table, columns, slots)
                else { continue }
                return MigrationError(
                    entity: entity.name, property: properties.joined(separator: ", "),
                    reason: "it must be unique now, and several records share "
                        + values.joined(separator: ", "))
            }
        }
        return nil
    }

    private func sharedValues(
        _ table: String, _ columns: [String], _ slots: [PropertySlot]
    ) throws -> [String]? {
        let list = columns.joined(separator: ", ")
        let conditions = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let sql =
            "SELECT \(list) FROM \(table) WHERE \(conditions) GROUP BY \(list) "
            + "HAVING count(*) > 1 LIMIT 1"
        return try connection.withStatement(sql) { statement in
            guard try statement.step() else { return nil }
            return slots.indices.map { shown(statement, $0, slots[$0]) }
        }
    }

    private func shown(_ statement: Statement, _ index: Int, _ slot: PropertySlot) -> String {
        switch slot.attribute?.attributeType {
        case .date:
            return Date(timeIntervalSinceReferenceDate: statement.double(index)).formatted(.iso8601)
        case .uuid, .binaryData, .transformable:
            return SQLValue(statement.handle, Int32(index)).data.prefix(Self.shownLength / 2)
                .map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
        default:
            return "“\(statement.text(index)?.prefix(Self.shownLength) ?? "")”"
        }
    }
}
