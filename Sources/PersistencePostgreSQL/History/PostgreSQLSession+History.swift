import Foundation
import ObjectModel
import Persistence

extension PostgreSQLSession {
    /// Whether the store kept a history when it was opened: none can be begun later.
    func beginHistory() throws -> Bool { history != nil }

    func isHistoryComplete(after number: Int64) throws -> Bool {
        let result = try begun().run(
            "SELECT COALESCE(Z_MAX, 0) FROM Z_PRIMARYKEY "
                + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        return result.rowCount == 0 || number >= result[0].integer(0)
    }

    func replaceHistoryAuthor(_ author: String, by other: String) throws -> Int {
        let parameters = StatementParameters()
        parameters.append(other)
        parameters.append(author)
        return try connection.run(
            "UPDATE ATRANSACTION SET ZAUTHOR = $1 WHERE ZAUTHOR = $2", parameters
        ).changedCount
    }
}

extension PostgreSQLRow {
    /// The preserved value as the server's bytes.
    func preserved(_ column: Int32) -> AttributeValue {
        isNull(column) ? .null : .data(data(column))
    }

    func value(
        preservedIn column: Int32, of attribute: AttributeDescription,
        _ storeEntities: StoreEntities
    ) -> AttributeValue? {
        guard !isNull(column) else { return nil }
        return switch RowPlan.Kind(attribute) {
        case .null: nil
        case .int16, .int32, .integer, .object: .integer(integer(column))
        case .boolean: .boolean(boolean(column))
        case .double: .double(double(column))
        case .decimal: decimal(column).map { .decimal($0) }
        case .date: date(column).map { .date($0) }
        case .uuid: uuid(column).map { .uuid($0) }
        case .binary, .external: .data(data(column))
        case .string: .string(string(column))
        case .url: URL(string: string(column)).map { .url($0) }
        }
    }
}
