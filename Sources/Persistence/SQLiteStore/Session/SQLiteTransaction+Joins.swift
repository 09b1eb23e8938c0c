extension SQLiteTransaction {
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        guard let join = schema[entity].joins[slot.number] else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no many-to-many relationship that is stored")
        }
        for change in changes {
            for destination in change.removed { try remove(change.key, destination, join) }
            for destination in change.added { try add(change.key, destination, join) }
            noteUpdate(of: change.key, entity, slots: [slot.number])
            if let order = change.order, let column = join.orderColumn {
                try arrange(order, of: change.key, join, column)
            }
        }
    }

    private func remove(_ source: Int64, _ destination: Int64, _ join: SQLJoin) throws {
        let sql =
            "DELETE FROM \(join.table) "
            + "WHERE \(join.sourceColumn) = ? AND \(join.destinationColumn) = ?"
        try run(sql, source, destination)
        if join.isSymmetric { try run(sql, destination, source) }
    }

    /// Adds a pair, unless it is there: both ends may name it. In an ordered relationship it comes
    /// last.
    private func add(_ source: Int64, _ destination: Int64, _ join: SQLJoin) throws {
        var columns = [join.sourceColumn, join.destinationColumn]
        var values = ["?1", "?2"]
        if let column = join.orderColumn {
            columns.append(column)
            values.append(next(column, in: join, where: join.sourceColumn, is: "?1"))
        }
        if let column = join.inverseOrderColumn, column != join.orderColumn {
            columns.append(column)
            values.append(next(column, in: join, where: join.destinationColumn, is: "?2"))
        }
        let sql =
            "INSERT OR IGNORE INTO \(join.table) (\(columns.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", ")))"
        try run(sql, source, destination)
        if join.isSymmetric, source != destination { try run(sql, destination, source) }
    }

    private func next(
        _ column: String, in join: SQLJoin, where key: String, is value: String
    ) -> String {
        "(SELECT ifnull(max(\(column)), 1024) "
            + "+ 1024 FROM \(join.table) WHERE \(key) = \(value))"
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
        _ order: [Int64], of source: Int64, _ join: SQLJoin, _ column: String
    ) throws {
        let places = try places(of: source, join, column)
        // The end that adds the pairs may come later in the same save.
        for destination in order where places[destination] == nil {
            try add(source, destination, join)
        }
        let wanted = OrderPlaces.assign(order.map { places[$0] })
        let sql =
            "UPDATE \(join.table) SET \(column) = ?3 "
            + "WHERE \(join.sourceColumn) = ?1 AND \(join.destinationColumn) = ?2"
        try connection.withStatement(sql) { statement in
            for (destination, place) in zip(order, wanted) where places[destination] != place {
                try statement.bind(source, at: 1)
                try statement.bind(destination, at: 2)
                try statement.bind(place, at: 3)
                try statement.runAndReset()
            }
        }
    }

    private func places(
        of source: Int64, _ join: SQLJoin, _ column: String
    ) throws -> [Int64: Int64] {
        let sql =
            "SELECT \(join.destinationColumn), \(column) FROM \(join.table) "
            + "WHERE \(join.sourceColumn) = ? AND \(column) IS NOT NULL"
        return try connection.withStatement(sql) { statement in
            try statement.bind(source, at: 1)
            var places: [Int64: Int64] = [:]
            while try statement.step() { places[statement.integer(0)] = statement.integer(1) }
            return places
        }
    }
}
