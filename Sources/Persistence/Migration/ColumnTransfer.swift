/// Where the values of a column come from.
struct ColumnTransfer {
    enum Origin {
        /// From a column of the older table, to which a number is added; what is absent is
        /// replaced.
        case column(String, offset: Int64, replacingNull: AttributeValue)
        /// From a column of bytes that get the marker of bytes which may live in a file.
        case unmarked(String)
        /// The same value in each record.
        case value(AttributeValue)
    }

    let column: SQLColumn
    let origin: Origin

    /// Whether the column stays as it is, but for what is absent.
    var keepsColumn: Bool {
        if case .column(column.name, 0, _) = origin { true } else { false }
    }

    /// The column of the older table.
    var sourceColumn: String? {
        switch origin {
        case .column(let name, _, _), .unmarked(let name): name
        case .value: nil
        }
    }

    /// The value that records get which have none.
    var fallback: AttributeValue {
        switch origin {
        case .column(_, _, let value), .value(let value): value
        case .unmarked: .null
        }
    }

    /// The SQL of the value, and its parameters.
    var expression: (sql: String, values: [AttributeValue]) {
        switch origin {
        case .column(let name, let offset, let value):
            let number = offset == 0 ? name : "\(name) + \(offset)"
            return value.isNull ? (number, []) : ("ifnull(\(number), ?)", [value])
        case .unmarked(let name):
            return (
                "CASE WHEN \(name) IS NULL THEN NULL ELSE CAST(x'01' || \(name) AS BLOB) END", []
            )
        case .value(let value):
            return value.isNull ? ("NULL", []) : ("?", [value])
        }
    }
}
