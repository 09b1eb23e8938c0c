/// SQL for reading, whole or in part, with bound values and the model's names in it.
///
/// ```swift
/// let totals: SQL = """
///     SELECT \(column: \Book.title) AS title, COUNT(*) AS loans
///     FROM \(entity: Book.self) b
///     JOIN \(entity: Loan.self) l ON l.\(column: \Loan.book) = b.\(column: \Book.objectID)
///     WHERE b.\(column: \Book.stock) > \(least)
///     GROUP BY b.\(column: \Book.objectID)
///     """
/// ```
/// A value between the parentheses is a parameter of the statement and never a part of its text: numbers, texts,
/// Booleans, dates, decimals, data, UUIDs, URLs, object IDs, `AttributeValue`, and optional ones. An array or a set is
/// a list for `IN`. What is SQL itself stands between the quotation marks, or is another `SQL`.
///
/// The names of tables and columns are the layout's, so that only labelled ones need to be written.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    enum Part: Sendable {
        case text(String)
        case value(FetchExpression)
        case list([FetchExpression], of: ExpressionType.Kind)
        case table(SQLName)
        case column(SQLName)
        case joinTable(SQLName)
    }

    var parts: [Part]

    public init(stringLiteral value: String) { parts = [.text(value)] }

    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The pieces of an ``SQL``.
    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// Adds another piece of SQL.
        public mutating func appendInterpolation(_ sql: SQL) { parts += sql.parts }

        /// Adds a value as a parameter.
        public mutating func appendInterpolation(_ value: (any PredicateArgument)?) {
            parts.append(.value(value?.predicateExpression ?? .constant(.null)))
        }

        /// Adds a list of values, for `IN`.
        public mutating func appendInterpolation<Value: PredicateArgument>(_ values: [Value]) {
            parts.append(
                .list(values.map(\.predicateExpression), of: ExpressionType.Kind(Value.self)))
        }

        /// Adds a list of values, for `IN`.
        public mutating func appendInterpolation<Value: PredicateArgument>(_ values: Set<Value>) {
            appendInterpolation(Array(values))
        }

        /// Adds what stands behind `FROM` and `JOIN` for the records of an entity: its table. Where an entity
        /// inherits from another one, whose table it shares, it is a query for its own records, and needs a name
        /// behind it.
        public mutating func appendInterpolation(entity: ManagedObject.Type) {
            parts.append(.table(SQLName(entity: .ofClass(entity))))
        }

        /// Adds what stands behind `FROM` and `JOIN` for the records of an entity.
        public mutating func appendInterpolation(entity name: String) {
            parts.append(.table(SQLName(entity: .named(name))))
        }

        /// Adds the name of the column of an attribute or of a relationship to one. The latter holds the number
        /// of the record that it leads to; `\Book.objectID` is the column of the record's own number.
        public mutating func appendInterpolation<Object: ManagedObject>(
            column keyPath: any PartialKeyPath<Object> & Sendable
        ) {
            parts.append(
                .column(SQLName(entity: .ofClass(Object.self), property: .keyPath(keyPath))))
        }

        /// Adds the name of the column of a property; `objectID` is that of the record's number.
        public mutating func appendInterpolation(column name: String, of entity: String) {
            parts.append(.column(SQLName(entity: .named(entity), property: .named(name))))
        }

        /// Adds what stands behind `JOIN` for a many-to-many relationship: a query with the columns `source` and
        /// `destination`, which hold the numbers of two records. It needs a name behind it.
        public mutating func appendInterpolation<Object: ManagedObject>(
            joinTable keyPath: any PartialKeyPath<Object> & Sendable
        ) {
            parts.append(
                .joinTable(SQLName(entity: .ofClass(Object.self), property: .keyPath(keyPath))))
        }

        /// Adds what stands behind `JOIN` for a many-to-many relationship.
        public mutating func appendInterpolation(joinTable name: String, of entity: String) {
            parts.append(.joinTable(SQLName(entity: .named(entity), property: .named(name))))
        }
    }
}

/// An entity or a property, until the model is asked for it.
struct SQLName: Sendable {
    enum Entity: Sendable {
        case named(String)
        case ofClass(ManagedObject.Type)
    }

    enum Property: Sendable {
        case named(String)
        case keyPath(any AnyKeyPath & Sendable)
    }

    var entity: Entity
    var property: Property?

    /// - Throws: `PersistenceError.unknownEntity`.
    func entity(in layout: ModelLayout) throws -> EntityLayout {
        switch entity {
        case .named(let name):
            guard let entity = layout.entity(named: name) else {
                throw layout.unknownEntity(name)
            }
            return entity
        case .ofClass(let objectClass):
            return try layout.requireEntity(of: objectClass)
        }
    }

    /// The property that is named; nil for the record's own number.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    func slot(in entity: EntityLayout, _ layout: ModelLayout) throws -> PropertySlot? {
        let name: String
        switch property {
        case .named("objectID"), nil: return nil
        case .named(let given): name = given
        case .keyPath(let keyPath):
            if type(of: keyPath).valueType == ManagedObjectID.self { return nil }
            name = layout.key(of: keyPath, in: entity.objectClass) ?? "\(keyPath)"
        }
        guard let slot = entity.slot(named: name) else {
            throw entity.unknownProperty(name)
        }
        return slot
    }
}
