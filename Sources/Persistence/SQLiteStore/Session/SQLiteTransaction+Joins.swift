extension SQLiteTransaction {
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        guard let join = schema[entity].joins[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no many-to-many relationship that is stored")
        }
        let statements = SQLJoinStatements(join, .sqlite)
        for change in changes {
            for destination in change.removed {
                try remove(change.key, destination, statements)
            }
            for destination in change.added { try add(change.key, destination, statements) }
            noteUpdate(of: change.key, entity, slots: [slot.number])
            if let order = change.order, let column = join.orderColumn {
                try arrange(order, of: change.key, statements, column)
            }
        }
    }

    private func remove(
        _ source: Int64, _ destination: Int64, _ statements: SQLJoinStatements
    ) throws {
        try run(statements.removal, source, destination)
        if statements.join.isSymmetric { try run(statements.removal, destination, source) }
    }

    private func add(
        _ source: Int64, _ destination: Int64, _ statements: SQLJoinStatements
    ) throws {
        try run(statements.insertion, source, destination)
        if statements.join.isSymmetric, source != destination {
            try run(statements.insertion, destination, source)
        }
    }

    private func run(_ sql: String, _ first: Int64, _ second: Int64) throws {
        try connection.withStatement(sql) { statement in
            try statement.bind(first, at: 1)
            try statement.bind(second, at: 2)
            try statement.run()
        }
    }

    /// Gives the destinations of a record the places that put them in order.
    private func arrange(
        _ order: [Int64], of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws {
        let places = try places(of: source, statements, column)
        // The end that adds the pairs may come later in the same save.
        for destination in order where places[destination] == nil {
            try add(source, destination, statements)
        }
        let wanted = OrderPlaces.assign(order.map { places[$0] })
        try connection.withStatement(statements.arrangement(of: column)) { statement in
            for (destination, place) in zip(order, wanted) where places[destination] != place {
                try statement.bind(source, at: 1)
                try statement.bind(destination, at: 2)
                try statement.bind(place, at: 3)
                try statement.runAndReset()
            }
        }
    }

    private func places(
        of source: Int64, _ statements: SQLJoinStatements, _ column: String
    ) throws -> [Int64: Int64] {
        try connection.withStatement(statements.places(in: column)) { statement in
            try statement.bind(source, at: 1)
            var places: [Int64: Int64] = [:]
            while try statement.step() { places[statement.integer(0)] = statement.integer(1) }
            return places
        }
    }
}
