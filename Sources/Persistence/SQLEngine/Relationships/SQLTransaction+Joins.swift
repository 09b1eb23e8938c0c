extension SQLTransaction {
    package func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        let schema = session.schema
        guard let join = schema[entity].joins[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no many-to-many relationship that is stored")
        }
        let statements = SQLJoinStatements(join, schema.dialect)
        try writing {
            try session.together { send in
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
        noteDerivation(ofJoins: changes, slot)
        for change in changes { noteUpdate(of: change.key, entity, slots: [slot.number]) }
        guard let column = join.orderColumn else { return }
        for change in changes {
            if let order = change.order { try arrange(order, of: change.key, statements, column) }
        }
    }

    /// Adds a pair, or takes it away.
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

    /// Gives the destinations of a record the places that put them in order.
    private func arrange(
        _ order: [Int64], of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws {
        let places = try places(of: source, statements, column)
        let wanted = OrderPlaces.assign(order.map { places[$0] })
        let arrangement = statements.arrangement(of: column)
        try writing {
            try session.together { send in
                // The end that adds the pairs may come later in the same save.
                for destination in order where places[destination] == nil {
                    try write(statements.insertion, source, destination, statements, send)
                }
                for (destination, place) in zip(order, wanted) where places[destination] != place {
                    try send(arrangement) { parameters in
                        try parameters.append(source)
                        try parameters.append(destination)
                        try parameters.append(place)
                    }
                }
            }
        }
    }

    private func places(
        of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws -> [Int64: Int64] {
        var places: [Int64: Int64] = [:]
        try session.run(statements.places(in: column)) {
            try $0.append(source)
        } _: { row in
            places[row.integer(0)] = row.integer(1)
        }
        return places
    }
}
