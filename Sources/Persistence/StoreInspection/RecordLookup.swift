/// Finds out of which entity a record is, and whether it is there at all.
struct RecordLookup {
    let session: any StoreSession
    let layout: ModelLayout

    func entity(of key: Int64, in entity: EntityLayout) throws -> EntityLayout? {
        let root = layout.entity(entity.rootNumber)
        guard let session = session as? SQLiteSession else {
            return try session.row(of: root, key: key).map { layout.entity($0.entityNumber) }
        }
        let sql = "SELECT Z_ENT FROM \(session.schema[root].table) WHERE Z_PK = ?"
        let number = try session.connection.withStatement(sql) { statement -> Int? in
            try statement.bind(key, at: 1)
            return try statement.step()
                ? session.schema.numbers.own(Int(statement.integer(0))) : nil
        }
        guard let number, (root.number...root.lastNumber).contains(number) else { return nil }
        return layout.entity(number)
    }
}
