import ObjectModel

/// What engines say otherwise in the making of tables, and of the types of columns.
extension SQLDialect {
    /// Whether trees of places are tables that triggers keep, and derived attributes columns that they
    /// compute.
    var keepsByTriggers: Bool { self == .sqlite }

    /// The ends of the names that a table takes along, of the index of its keys.
    var tableEndings: [String] { self == .sqlite ? [] : ["_PKEY"] }

    /// The type of keys, versions and places.
    var keyType: String { integerType }

    /// The type of the numbers of entities.
    var entityType: String { self == .sqlite ? "INTEGER" : "integer" }

    var textType: String { self == .sqlite ? "VARCHAR" : "text COLLATE \"C\"" }

    var bytesType: String { self == .sqlite ? "BLOB" : "bytea" }

    /// The type of the column of an attribute.
    func columnType(of type: AttributeType) -> String {
        switch (self, type) {
        case (_, .string), (_, .uri): textType
        case (_, .binaryData), (_, .transformable), (_, .undefined), (_, .objectID),
            (_, .composite):
            bytesType
        case (.sqlite, .integer16), (.sqlite, .integer32), (.sqlite, .integer64),
            (.sqlite, .boolean):
            "INTEGER"
        case (.sqlite, .double), (.sqlite, .float): "FLOAT"
        case (.sqlite, .date): "TIMESTAMP"
        case (.sqlite, .decimal): "DECIMAL"
        case (.sqlite, .uuid): "BLOB"
        case (.postgreSQL, .integer16): "smallint"
        case (.postgreSQL, .integer32): "integer"
        case (.postgreSQL, .integer64): "bigint"
        case (.postgreSQL, .boolean): "boolean"
        // A Float that is set by its name is not rounded.
        case (.postgreSQL, .double), (.postgreSQL, .float): "double precision"
        case (.postgreSQL, .date): "timestamptz"
        case (.postgreSQL, .decimal): "numeric"
        case (.postgreSQL, .uuid): "uuid"
        }
    }

    /// A list without values, which has the type of some.
    func emptyList(of kind: ExpressionType.Kind) -> String {
        let type: String =
            switch kind {
            case .string, .url: self == .sqlite ? textType : "text"
            case .boolean: columnType(of: .boolean)
            case .double: columnType(of: .double)
            case .decimal: columnType(of: .decimal)
            case .date: columnType(of: .date)
            case .data: columnType(of: .binaryData)
            case .uuid: columnType(of: .uuid)
            default: integerType
            }
        return "(SELECT CAST(NULL AS \(type)) WHERE \(truth(false).sql))"
    }

    /// A column of an index, in whose order no value comes before every other one.
    func indexed(_ column: String, ascending: Bool) -> String {
        switch self {
        case .sqlite: "\(column) COLLATE BINARY \(ascending ? "ASC" : "DESC")"
        case .postgreSQL: "\(column) \(ascending ? "ASC NULLS FIRST" : "DESC NULLS LAST")"
        }
    }
}
