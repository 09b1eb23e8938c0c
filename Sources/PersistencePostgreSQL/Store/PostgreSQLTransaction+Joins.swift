import Persistence

extension PostgreSQLTransaction {
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        guard let join = schema[entity].joins[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no many-to-many relationship that is stored")
        }
        let statements = SQLJoinStatements(join, .postgreSQL)
        try session.pipelined { pipeline in
            for change in changes {
                for destination in change.removed {
                    try remove(change.key, destination, statements, pipeline)
                }
                for destination in change.added {
                    try add(change.key, destination, statements, pipeline)
                }
            }
        }
        noteDerivation(ofJoins: changes, slot)
        noteUpdate(
            of: changes.lazy.map { StoreReference(entityNumber: entity.number, key: $0.key) },
            slots: [slot.number])
        guard let column = join.orderColumn else { return }
        for change in changes {
            if let order = change.order { try arrange(order, of: change.key, statements, column) }
        }
    }

    private func remove(
        _ source: Int64, _ destination: Int64, _ statements: SQLJoinStatements,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        try send(statements.removal, source, destination, pipeline)
        if statements.join.isSymmetric {
            try send(statements.removal, destination, source, pipeline)
        }
    }

    private func add(
        _ source: Int64, _ destination: Int64, _ statements: SQLJoinStatements,
        _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        try send(statements.insertion, source, destination, pipeline)
        if statements.join.isSymmetric, source != destination {
            try send(statements.insertion, destination, source, pipeline)
        }
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
        _ order: [Int64], of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws {
        let places = try places(of: source, statements, column)
        let wanted = OrderPlaces.assign(order.map { places[$0] })
        let arrangement = statements.arrangement(of: column)
        try session.pipelined { pipeline in
            // The end that adds the pairs may come later in the same save.
            for destination in order where places[destination] == nil {
                try add(source, destination, statements, pipeline)
            }
            for (destination, place) in zip(order, wanted) where places[destination] != place {
                parameters.reset()
                parameters.append(source)
                parameters.append(destination)
                parameters.append(place)
                try pipeline.send(arrangement, parameters)
            }
        }
    }

    private func places(
        of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws -> [Int64: Int64] {
        parameters.reset()
        parameters.append(source)
        let answer = try connection.run(statements.places(in: column), parameters)
        return (0..<answer.rowCount).reduce(into: [:]) { places, number in
            places[answer[number].integer(0)] = answer[number].integer(1)
        }
    }
}
