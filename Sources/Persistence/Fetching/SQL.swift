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
/// A value between the parentheses is a parameter of the statement and never a part of its text:
/// numbers, texts, Booleans, dates, decimals, data, UUIDs, URLs, object IDs, `AttributeValue`, and
/// optional ones. An array or a set is a list for `IN`. Only the literal text, and interpolated `SQL`
/// values, are SQL.
///
/// The names of tables and columns are the layout's, so that only labeled ones need to be written.
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

        /// Adds the table of an entity, for `FROM` and `JOIN`. For an entity that shares its
        /// parent's table, it is a subquery for its own records, and needs an alias.
        public mutating func appendInterpolation(entity: ManagedObject.Type) {
            parts.append(.table(SQLName(entity: .ofClass(entity))))
        }

        /// Adds the table of an entity, for `FROM` and `JOIN`.
        public mutating func appendInterpolation(entity name: String) {
            parts.append(.table(SQLName(entity: .named(name))))
        }

        /// Adds the column of an attribute or a to-one relationship, which contains the
        /// destination's record number; `\Book.objectID` is the column of the record's own number.
        public mutating func appendInterpolation<Object: ManagedObject>(
            column keyPath: any PartialKeyPath<Object> & Sendable
        ) {
            parts.append(
                .column(SQLName(entity: .ofClass(Object.self), property: .keyPath(keyPath))))
        }

        /// Adds the column of a property; `objectID` is that of the record number.
        public mutating func appendInterpolation(column name: String, of entity: String) {
            parts.append(.column(SQLName(entity: .named(entity), property: .named(name))))
        }

        /// Adds a many-to-many relationship for `JOIN`: a subquery with the record numbers `source`
        /// and `destination`. It needs an alias.
        public mutating func appendInterpolation<Object: ManagedObject>(
            joinTable keyPath: any PartialKeyPath<Object> & Sendable
        ) {
            parts.append(
                .joinTable(SQLName(entity: .ofClass(Object.self), property: .keyPath(keyPath))))
        }

        /// Adds a many-to-many relationship for `JOIN`.
        public mutating func appendInterpolation(joinTable name: String, of entity: String) {
            parts.append(.joinTable(SQLName(entity: .named(entity), property: .named(name))))
        }
    }
}

/// An entity or a property, resolved when the model is known.
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

    /// The named property; nil for the record number.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    func slot(in entity: EntityLayout, _ layout: ModelLayout) throws -> PropertySlot? {
        let name: String
        switch property {
        case .named("objectID"), nil: return nil
        case .named(let given): name = given
        case .keyPath(let keyPath):
            if type(of: keyPath).valueType == ManagedObjectID.self { return nil }
            name =
                layout.key(of: keyPath, in: entity.objectClass)
                ?? layout.spelling(of: keyPath)
        }
        guard let slot = entity.slot(named: name) else {
            throw entity.unknownProperty(name)
        }
        return slot
    }
}

extension ManagedObjectContext {
    /// The rows of a statement of your own, a value of a type of yours for each.
    ///
    /// ```swift
    /// struct Lent: Decodable {
    ///     var title: String?
    ///     var last: Date?
    /// }
    /// let lent = try context.fetch(
    ///     sql: """
    ///         SELECT \(column: \Book.title) AS title, MAX(\(column: \Loan.date)) AS last
    ///         FROM \(entity: Loan.self) l
    ///         JOIN \(entity: Book.self) b ON b.\(column: \Book.objectID) = l.\(column: \Loan.book)
    ///         WHERE l.\(column: \Loan.borrower) = \(name)
    ///         GROUP BY b.\(column: \Book.objectID)
    ///         """, as: Lent.self)
    /// ```
    /// Properties have the names of the columns, in capital or small letters; a value of one column
    /// needs no name: `as: Int.self`. The type of a property says what a value is: a `Date`,
    /// `UUID`, `Bool` or `URL` is read as the store keeps it, and a `Decimal` as the decimal that
    /// was stored. A number of a record is an `Int64`.
    ///
    /// A store in SQLite or in PostgreSQL is asked, in its own SQL, for what is saved; what the
    /// context has not saved does not count. The statement is a single one that reads.
    /// - Parameter store: the store that is asked; nil, the default, for that to which new objects of the
    ///   entities go that the statement names.
    /// - Throws: `DecodingError` that names the column, `PersistenceError.misuse` for a statement
    ///   that does not only read or for another kind of store, errors of the store, which have the
    ///   statement.
    public func fetch<Value: Decodable>(
        sql: SQL, as type: Value.Type, store: (any PersistentStore)? = nil
    ) throws -> [Value] {
        let found = try rows(of: sql, in: storeIndex(for: sql, store))
        let keys = FetchedDictionary.Keys(found.names, areOfSQL: true)
        guard keys.positions.count == keys.names.count else {
            throw PersistenceError.misuse(
                "Several columns have the same name among \(keys.names.joined(separator: ", ")): "
                    + "give them others with AS")
        }
        return try found.rows.map { try FetchedDictionary(keys, $0).decode(type) }
    }

    /// The objects whose numbers are in the first column of a statement of your own, in its order.
    ///
    /// ```swift
    /// let longest = try context.fetch(
    ///     sql: """
    ///         SELECT \(column: \Page.book) FROM \(entity: Page.self)
    ///         GROUP BY \(column: \Page.book) ORDER BY COUNT(*) DESC LIMIT 10
    ///         """, as: Book.self)
    /// ```
    /// The store is asked for what is saved. The objects have the context's changes; those that it
    /// has deleted are left out.
    /// - Parameter store: the store that is asked; nil, the default, for that to which new objects of the
    ///   entities go that the statement names.
    /// - Throws: `PersistenceError.misuse` for a statement that does not only read, for another
    ///   kind of store or if the column holds something else; errors of the store, which have the
    ///   statement.
    public func fetch<Result: ManagedObject>(
        sql: SQL, as type: Result.Type, store: (any PersistentStore)? = nil
    ) throws -> [Result] {
        let layout = try SQLName(entity: .ofClass(type)).entity(in: coordinator.layout)
        let index = try storeIndex(for: sql, store)
        let storeEntity = coordinator.storeEntities[index][layout.number - 1]
        let found = try rows(of: sql, in: index)
        let ids = try found.rows.map { row in
            guard let key = row[0].integerValue else {
                throw PersistenceError.misuse(
                    "The column \(found.names[0]) holds something else than numbers of records of "
                        + layout.name)
            }
            return ManagedObjectID(storeEntity: storeEntity, key: key)
        }
        var request = FetchRequest<Result>(FetchExpression.evaluatedObject.isIn(ids))
        request.affectedStores = [coordinator.stores[index]]
        let objects = Dictionary(
            try fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { objects[$0] }
    }

    private func storeIndex(for sql: SQL, _ store: (any PersistentStore)?) throws -> Int {
        if let store {
            guard let index = storeIndices(among: [store]).first else {
                throw PersistenceError.misuse("The store is none of the coordinator’s")
            }
            return index
        }
        guard coordinator.stores.count > 1 else { return 0 }
        let named = Set(
            try sql.entities(in: coordinator.layout).map {
                try coordinator.storeEntity(ofEntityNamed: $0.name).storeIndex
            })
        guard let index = named.first, named.count == 1 else {
            throw PersistenceError.misuse(
                "A statement that names entities of \(named.isEmpty ? "no" : "several") stores has to be told "
                    + "which store it asks")
        }
        return index
    }

    private func rows(of sql: SQL, in index: Int) throws -> SQLRows {
        try throwRememberedError()
        try checkCancellation()
        return try rootContext.withSession(of: index) { session in
            guard let session = session as? any SQLSession else {
                throw PersistenceError.misuse(
                    "Only stores in SQLite and in PostgreSQL understand SQL, and "
                        + "\(coordinator.stores[index].location) is none")
            }
            return try session.rows(of: sql)
        }
    }
}
