import Foundation
import Persistence

extension PostgreSQLSession {
    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        let query: SQLDictionaryQuery?
        do {
            query = try queryBuilder.dictionaries(request, columns)
        } catch PersistenceError.unsupportedPredicate {
            return try dictionariesInMemory(request, columns)
        }
        guard let query else {
            return try fetchDictionaries(naming(request, contents.homes), columns)
        }
        let (sql, bindings) = Self.numbered(query.query)
        let parameters = StatementParameters()
        for value in bindings { try parameters.append(constant: value) }
        var rows: [RowSnapshot] = []
        try begun().visit(sql, parameters) { row in
            rows.append(
                RowSnapshot(
                    query.types.enumerated().map { column, type in
                        row.value(Int32(column), as: type, contents.homes)
                    }))
            try request.reporter?.noteUnit()
        }
        return rows
    }

    /// A statement in which the same value is the same parameter, wherever it stands: that a column is
    /// one that the rows are grouped by, the server sees by their texts.
    private static func numbered(_ query: SQLQuery) -> (String, [AttributeValue]) {
        let parts = query.sql.split(separator: "?", omittingEmptySubsequences: false)
        var text = String(parts[0])
        var bindings: [AttributeValue] = []
        var places: [AttributeValue: Int] = [:]
        for (value, part) in zip(query.bindings, parts.dropFirst()) {
            // No value has no type, which each place finds by itself.
            let known = value.isNull ? nil : places[value]
            if known == nil { bindings.append(value) }
            let place = known ?? bindings.count
            places[value] = place
            text += "$\(place)\(part)"
        }
        return (text, bindings)
    }
}

extension ReceivedRow {
    /// The value of a column as a type; as the server's own type says where it is another one.
    func value(_ column: Int32, as type: ExpressionType, _ homes: StoreHomes) -> AttributeValue {
        let value = self.value(column)
        return switch (type.kind, value) {
        case (.boolean, .integer(let number)): .boolean(number != 0)
        case (.double, .integer(let number)): .double(Double(number))
        case (.double, .decimal(let number)): .double(NSDecimalNumber(decimal: number).doubleValue)
        case (.decimal, .integer(let number)): .decimal(Decimal(number))
        case (.url, .string(let text)): URL(string: text).map(AttributeValue.url) ?? value
        case (.object(let entity), .integer(let key)):
            .object(homes.objectID(entityNumber: entity, key: key))
        default: value
        }
    }

    /// The value of a column as the server's own type says.
    func value(_ column: Int32) -> AttributeValue {
        guard !isNull(column) else { return .null }
        return switch self.type(column) {
        case .boolean: .boolean(boolean(column))
        case .smallint, .integer, .bigint: .integer(integer(column))
        case .double: .double(double(column))
        case .numeric: decimal(column).map { .decimal($0) } ?? .null
        case .timestamp: date(column).map { .date($0) } ?? .null
        case .uuid: uuid(column).map { .uuid($0) } ?? .null
        case .bytes: .data(data(column))
        case nil where types[Int(column)] == 700: .double(double(column))
        case .text, .unknown, nil: .string(string(column))
        }
    }
}
