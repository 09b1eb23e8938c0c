import Foundation

extension SQL {
    /// The statement in the engine's dialect, with its values.
    ///
    /// - Parameter storeIdentifier: records of other stores match nothing.
    /// - Throws: `PersistenceError` with the statement, if it does not begin like a read or names
    ///   something that is not in the model.
    package func query(in schema: SQLSchema, storeIdentifier: String) throws -> SQLQuery {
        var renderer = SQLRenderer(schema: schema, storeIdentifier: storeIdentifier)
        for part in parts { try renderer.append(part) }
        let keyword = renderer.text.withoutLeadingComments.prefix { $0.isLetter }.uppercased()
        guard ["SELECT", "VALUES", "WITH"].contains(keyword) else {
            throw PersistenceError.misuse(
                "A statement that is fetched begins with SELECT, VALUES or WITH: “\(renderer.text)”"
            )
        }
        return SQLQuery(sql: renderer.text, bindings: renderer.bindings)
    }

    /// The named entities.
    ///
    /// - Throws: `PersistenceError.unknownEntity`.
    func entities(in layout: ModelLayout) throws -> [EntityLayout] {
        try parts.compactMap { part in
            switch part {
            case .table(let name), .column(let name), .joinTable(let name):
                try name.entity(in: layout)
            case .text, .value, .list: nil
            }
        }
    }
}

/// The result of a statement.
package struct SQLRows {
    package var names: [String]
    package var rows: [RowSnapshot]

    package init(names: [String], rows: [RowSnapshot]) {
        self.names = names
        self.rows = rows
    }
}

private struct SQLRenderer {
    let schema: SQLSchema
    let storeIdentifier: String
    var text = ""
    var bindings: [AttributeValue] = []
    private var numbers: [AttributeValue: Int] = [:]

    init(schema: SQLSchema, storeIdentifier: String) {
        self.schema = schema
        self.storeIdentifier = storeIdentifier
    }

    mutating func append(_ part: SQL.Part) throws {
        switch part {
        case .text(let text): self.text += text
        case .value(let expression): appendParameter(try value(of: expression))
        case .list(let expressions, let kind):
            appendList(try expressions.map { try value(of: $0) }, of: kind)
        case .table(let name): text += table(of: try name.entity(in: schema.layout))
        case .column(let name): text += try column(name)
        case .joinTable(let name): text += try joinTable(name)
        }
    }

    // MARK: - Values

    private func value(of expression: FetchExpression) throws -> AttributeValue {
        guard case .constant(let value) = expression, let stored = schema.dialect.stored(value)
        else {
            throw PersistenceError.misuse("“\(expression)” is not a value that SQL can be given")
        }
        if case .object(let id) = value, id.storeIdentifier != storeIdentifier {
            throw PersistenceError.misuse("\(id) is the ID of a record of another store")
        }
        return stored
    }

    /// Equal values share a parameter, because PostgreSQL compares expressions in GROUP BY as text.
    /// NULL has no type, so each NULL gets a parameter to itself.
    private mutating func appendParameter(_ value: AttributeValue) {
        if let number = numbers[value] {
            text += schema.dialect.parameter(number)
            return
        }
        bindings.append(value)
        if !value.isNull { numbers[value] = bindings.count }
        text += schema.dialect.parameter(bindings.count)
    }

    private mutating func appendList(_ values: [AttributeValue], of kind: ExpressionType.Kind) {
        guard !values.isEmpty else {
            text += schema.dialect.emptyList(of: kind)
            return
        }
        guard let list = schema.dialect.list(values) else {
            text += "("
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                appendParameter(value)
            }
            text += ")"
            return
        }
        let pieces = list.sql.split(separator: "?", omittingEmptySubsequences: false)
        text += pieces[0]
        for (value, piece) in zip(list.bindings, pieces.dropFirst()) {
            appendParameter(value)
            text += piece
        }
    }

    // MARK: - Names

    private func table(of entity: EntityLayout) -> String {
        let table = schema[entity].table
        guard entity.superNumber != 0 else { return table }
        return "(SELECT * FROM \(table) WHERE Z_ENT BETWEEN \(schema.number(of: entity))"
            + " AND \(schema.lastNumber(of: entity)))"
    }

    private func column(_ name: SQLName) throws -> String {
        let entity = try name.entity(in: schema.layout)
        guard let slot = try name.slot(in: entity, schema.layout) else { return "Z_PK" }
        guard let column = schema[entity].columns[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) has no column, as it "
                    + (slot.isToMany ? "leads to many records" : "is transient"))
        }
        return column
    }

    private func joinTable(_ name: SQLName) throws -> String {
        let entity = try name.entity(in: schema.layout)
        guard let slot = try name.slot(in: entity, schema.layout),
            let join = schema[entity].joins[slot.number]
        else {
            throw PersistenceError.misuse(
                "Only a many-to-many relationship has a join table, and \(name.spelling(in: entity, schema.layout)) is none"
            )
        }
        return "(SELECT \(join.sourceColumn) AS source, \(join.destinationColumn) AS destination"
            + " FROM \(join.table))"
    }
}

extension SQLName {
    fileprivate func spelling(in entity: EntityLayout, _ layout: ModelLayout) -> String {
        switch property {
        case .named(let name): "\(entity.name).\(name)"
        case .keyPath(let keyPath): layout.spelling(of: keyPath)
        case nil: "\(entity.name).objectID"
        }
    }
}

extension StringProtocol {
    /// The text without leading spaces, semicolons and SQL comments.
    package var withoutLeadingComments: Substring {
        var rest = Substring(self)
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == ";" }
            if rest.hasPrefix("--") {
                rest = rest.drop { $0 != "\n" && $0 != "\r\n" }
            } else if rest.hasPrefix("/*") {
                guard let end = rest.firstRange(of: "*/") else { return "" }
                rest = rest[end.upperBound...]
            } else {
                return rest
            }
        }
    }
}
