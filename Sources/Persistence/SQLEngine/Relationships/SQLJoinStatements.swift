/// The statements about the pairs of a join table, for one of its ends. Their parameters are, in this
/// order, the key of this end's record, the destination's, and the destination's place.
struct SQLJoinStatements {
    let join: SQLJoin
    /// Takes a pair away.
    let removal: String
    /// Adds a pair, unless it is there: both ends may name it. In an ordered relationship it comes
    /// last.
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

    /// Gives a destination another place, in a column.
    func arrangement(of column: String) -> String {
        "UPDATE \(join.table) SET \(column) = \(dialect.parameter(3)) "
            + "WHERE \(join.sourceColumn) = \(dialect.parameter(1)) "
            + "AND \(join.destinationColumn) = \(dialect.parameter(2))"
    }

    /// Selects the destinations of a record with their places in a column.
    func places(in column: String) -> String {
        "SELECT \(join.destinationColumn), \(column) FROM \(join.table) "
            + "WHERE \(join.sourceColumn) = \(dialect.parameter(1)) AND \(column) IS NOT NULL"
    }

    /// Calls a closure with the two records of a pair; where the relationship is its own inverse, with both
    /// ways.
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
