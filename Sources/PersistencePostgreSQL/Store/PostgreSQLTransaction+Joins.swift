import Persistence

extension PostgreSQLTransaction {
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        guard let join = schema[entity].joins[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no many-to-many relationship that is stored")
        }
        try connection.pipelined { pipeline in
            for change in changes {
                for destination in change.removed {
                    try remove(change.key, destination, join, pipeline)
                }
                for destination in change.added {
                    try add(change.key, destination, join, pipeline)
                }
            }
        }
        noteDerivation(ofJoins: changes, slot)
        guard let column = join.orderColumn else { return }
        for change in changes {
            if let order = change.order { try arrange(order, of: change.key, join, column) }
        }
    }

    private func remove(
        _ source: Int64, _ destination: Int64, _ join: SQLJoin,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        let sql =
            "DELETE FROM \(join.table) "
            + "WHERE \(join.sourceColumn) = $1 AND \(join.destinationColumn) = $2"
        try send(sql, source, destination, pipeline)
        if join.isSymmetric { try send(sql, destination, source, pipeline) }
    }

    /// Adds a pair, unless it is there: both ends may name it. In an ordered relationship it comes
    /// last.
    private func add(
        _ source: Int64, _ destination: Int64, _ join: SQLJoin,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        var columns = [join.sourceColumn, join.destinationColumn]
        var values = ["$1", "$2"]
        if let column = join.orderColumn {
            columns.append(column)
            values.append(next(column, in: join, where: join.sourceColumn, is: "$1"))
        }
        if let column = join.inverseOrderColumn, column != join.orderColumn {
            columns.append(column)
            values.append(next(column, in: join, where: join.destinationColumn, is: "$2"))
        }
        let sql =
            "INSERT INTO \(join.table) (\(columns.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", "))) ON CONFLICT DO NOTHING"
        try send(sql, source, destination, pipeline)
        if join.isSymmetric, source != destination {
            try send(sql, destination, source, pipeline)
        }
    }

    private func next(
        _ column: String, in join: SQLJoin, where key: String, is value: String
    ) -> String {
        "(SELECT COALESCE(MAX(\(column)), 1024) + 1024 FROM \(join.table) WHERE \(key) = \(value))"
    }

    private func send(
        _ sql: String, _ first: Int64, _ second: Int64,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        parameters.reset()
        parameters.append(first)
        parameters.append(second)
        try pipeline.send(sql, parameters)
    }

    /// Gives the destinations of a record the places that put them in order.
    private func arrange(
        _ order: [Int64], of source: Int64, _ join: SQLJoin, _ column: String
    ) throws {
        let places = try places(of: source, join, column)
        let wanted = OrderPlaces.assign(order.map { places[$0] })
        let sql =
            "UPDATE \(join.table) SET \(column) = $3 "
            + "WHERE \(join.sourceColumn) = $1 AND \(join.destinationColumn) = $2"
        try connection.pipelined { pipeline in
            // The end that adds the pairs may come later in the same save.
            for destination in order where places[destination] == nil {
                try add(source, destination, join, pipeline)
            }
            for (destination, place) in zip(order, wanted) where places[destination] != place {
                parameters.reset()
                parameters.append(source)
                parameters.append(destination)
                parameters.append(place)
                try pipeline.send(sql, parameters)
            }
        }
    }

    private func places(
        of source: Int64, _ join: SQLJoin, _ column: String
    ) throws -> [Int64: Int64] {
        parameters.reset()
        parameters.append(source)
        let answer = try connection.run(
            "SELECT \(join.destinationColumn), \(column) FROM \(join.table) "
                + "WHERE \(join.sourceColumn) = $1 AND \(column) IS NOT NULL", parameters)
        return (0..<answer.rowCount).reduce(into: [:]) { places, number in
            places[answer[number].integer(0)] = answer[number].integer(1)
        }
    }
}
