/// A column whose values may live in files.
struct ExternalColumn: Hashable {
    var table: String
    var column: String
}

extension SQLSchema {
    /// The columns whose values may live in files.
    var externalColumns: Set<ExternalColumn> {
        Set(
            layout.entities.flatMap { entity in
                entity.slots.filter(\.isStoredExternally).compactMap { slot in
                    self[entity].columns[slot.number].map {
                        ExternalColumn(table: self[entity].table, column: $0)
                    }
                }
            })
    }
}

extension Connection {
    /// The names of the external files that the values of some columns are in.
    func externalNames(in places: some Sequence<ExternalColumn>) throws -> Set<String> {
        try places.reduce(into: []) { $0.formUnion(try externalNames(in: $1)) }
    }

    /// The names of the external files that the values of a column are in.
    func externalNames(in place: ExternalColumn) throws -> Set<String> {
        let column = "\"\(place.column)\""
        let sql =
            "SELECT \(column) FROM \"\(place.table)\" WHERE typeof(\(column)) = 'blob' "
            + "AND length(\(column)) <= 64 AND substr(\(column), 1, 1) = x'02'"
        return try withStatement(sql) { statement in
            var names: Set<String> = []
            while try statement.step() {
                if case .file(let name) = ExternalMarker(SQLValue(statement.handle, 0).data) {
                    names.insert(name)
                }
            }
            return names
        }
    }
}
