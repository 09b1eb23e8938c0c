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
    /// Properties have the names of the columns, in capital or small letters; a value of one column needs no name:
    /// `as: Int.self`. The type of a property says what a value is: a `Date`, `UUID`, `Bool` or `URL` is read as
    /// the store keeps it, and a `Decimal` as the decimal that was stored. A number of a record is an `Int64`.
    ///
    /// A store in SQLite or in PostgreSQL is asked, in its own SQL, for what is saved; what the context has not
    /// saved does not count. The statement is a single one that reads.
    /// - Parameter store: the store that is asked; nil, the default, for that to which new objects of the
    ///   entities go that the statement names.
    /// - Throws: `DecodingError` that names the column, `PersistenceError.misuse` for a statement that does not
    ///   only read or for another kind of store, errors of the store, which have the statement.
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
    /// The store is asked for what is saved. The objects have the context's changes; those that it has deleted are
    /// left out.
    /// - Parameter store: the store that is asked; nil, the default, for that to which new objects of the
    ///   entities go that the statement names.
    /// - Throws: `PersistenceError.misuse` for a statement that does not only read, for another kind of store or if
    ///   the column holds something else; errors of the store, which have the statement.
    public func fetch<Result: ManagedObject>(
        sql: SQL, as type: Result.Type, store: (any PersistentStore)? = nil
    ) throws -> [Result] {
        let layout = try SQLName(entity: .ofClass(type)).entity(in: coordinator.layout)
        let index = try storeIndex(for: sql, store)
        let home = coordinator.homes[index][layout.number - 1]
        let found = try rows(of: sql, in: index)
        let ids = try found.rows.map { row in
            guard let key = row[0].integerValue else {
                throw PersistenceError.misuse(
                    "The column \(found.names[0]) holds something else than numbers of records of "
                        + layout.name)
            }
            return ManagedObjectID(home: home, key: key)
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
                try coordinator.home(ofEntityNamed: $0.name).storeIndex
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
        var root = self
        while let parent = root.parent { root = parent }
        return try root.withSession(of: index) { session in
            guard let session = session as? any SQLSession else {
                throw PersistenceError.misuse(
                    "Only stores in SQLite and in PostgreSQL understand SQL, and "
                        + "\(coordinator.stores[index].location) is none")
            }
            return try session.rows(of: sql)
        }
    }
}
