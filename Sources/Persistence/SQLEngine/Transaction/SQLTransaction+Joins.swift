extension SQLTransaction {
    package func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        let schema = session.schema
        guard let join = schema[entity].joins[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is not a many-to-many relationship that is stored")
        }
        let statements = SQLJoinStatements(join, schema.dialect)
        try writing {
            try session.pipeline { send in
                for change in changes {
                    for destination in change.removed {
                        try write(statements.removal, change.key, destination, statements, send)
                    }
                    for destination in change.added {
                        try write(statements.insertion, change.key, destination, statements, send)
                    }
                }
            }
        }
        recordDerivation(ofJoins: changes, slot)
        for change in changes { recordUpdate(of: change.key, entity, slots: [slot.number]) }
        guard let column = join.orderColumn else { return }
        for change in changes {
            if let order = change.order { try arrange(order, of: change.key, statements, column) }
        }
    }

    private func write(
        _ sql: String, _ source: Int64, _ destination: Int64, _ statements: SQLJoinStatements,
        _ send: (String, Session.Giving) throws -> Void
    ) throws {
        try statements.forEachWay(source, destination) { source, destination in
            try send(sql) { parameters in
                try parameters.append(source)
                try parameters.append(destination)
            }
        }
    }

    /// Assigns positions to the destinations of a record.
    private func arrange(
        _ order: [Int64], of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws {
        let positions = try positions(of: source, statements, column)
        let wanted = OrderPositions.assign(order.map { positions[$0] })
        let arrangement = statements.arrangement(of: column)
        try writing {
            try session.pipeline { send in
                // The other end of the pair may come later in the same save.
                for destination in order where positions[destination] == nil {
                    try write(statements.insertion, source, destination, statements, send)
                }
                for (destination, position) in zip(order, wanted)
                where positions[destination] != position {
                    try send(arrangement) { parameters in
                        try parameters.append(source)
                        try parameters.append(destination)
                        try parameters.append(position)
                    }
                }
            }
        }
    }

    private func positions(
        of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws -> [Int64: Int64] {
        var positions: [Int64: Int64] = [:]
        try session.run(statements.positions(in: column)) {
            try $0.append(source)
        } _: { row in
            positions[row.integer(0)] = row.integer(1)
        }
        return positions
    }
}

/// The statements for the pairs of a join table, from one of its ends. The parameters are the key
/// of this end's record, the destination's key, and the destination's position, in this order.
struct SQLJoinStatements {
    let join: SQLJoin
    let removal: String
    /// Adds a pair unless it exists, because both ends may add it. In an ordered relationship it
    /// comes last.
    let insertion: String
    private let dialect: SQLDialect

    init(_ join: SQLJoin, _ dialect: SQLDialect) {
        self.join = join
        self.dialect = dialect
        let (source, destination) = (dialect.parameter(1), dialect.parameter(2))
        removal =
            "DELETE FROM \(join.table) WHERE \(join.sourceColumn) = \(source) "
            + "AND \(join.destinationColumn) = \(destination)"
        var columns = [join.sourceColumn, join.destinationColumn]
        var values = [source, destination]
        if let column = join.orderColumn {
            columns.append(column)
            values.append(Self.next(column, in: join, where: join.sourceColumn, is: source))
        }
        if let column = join.inverseOrderColumn, column != join.orderColumn {
            columns.append(column)
            values.append(
                Self.next(column, in: join, where: join.destinationColumn, is: destination))
        }
        insertion =
            "INSERT INTO \(join.table) (\(columns.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", "))) ON CONFLICT DO NOTHING"
    }

    /// Changes a destination's position in a column.
    func arrangement(of column: String) -> String {
        "UPDATE \(join.table) SET \(column) = \(dialect.parameter(3)) "
            + "WHERE \(join.sourceColumn) = \(dialect.parameter(1)) "
            + "AND \(join.destinationColumn) = \(dialect.parameter(2))"
    }

    /// Selects the destinations of a record with their positions in a column.
    func positions(in column: String) -> String {
        "SELECT \(join.destinationColumn), \(column) FROM \(join.table) "
            + "WHERE \(join.sourceColumn) = \(dialect.parameter(1)) AND \(column) IS NOT NULL"
    }

    /// Calls a closure with the two records of a pair; with both ways if the relationship is its
    /// own inverse.
    func forEachWay(
        _ source: Int64, _ destination: Int64, _ body: (Int64, Int64) throws -> Void
    ) rethrows {
        try body(source, destination)
        if join.isSymmetric, source != destination { try body(destination, source) }
    }

    private static func next(
        _ column: String, in join: SQLJoin, where key: String, is value: String
    ) -> String {
        "(SELECT COALESCE(MAX(\(column)), 1024) + 1024 FROM \(join.table) WHERE \(key) = \(value))"
    }
}
