/// How the values of a record become the parameters of a statement.
struct WritePlan: Sendable {
    /// One value.
    struct Value {
        var number: Int
        var parameter: Int
        /// The parameter for the entity number of the destination, if there is one.
        var entityParameter: Int?
        /// The attribute, if its values may live in files.
        var externalSlot: PropertySlot?
    }

    let sql: String
    let values: [Value]
    /// The parameter for the record's key in an UPDATE.
    let keyParameter: Int
    /// The attributes whose values may live in files.
    var externalSlots: [PropertySlot] { values.compactMap(\.externalSlot) }

    /// The plan for new records of an entity: parameters 1 and 2 are key and version.
    init(insertInto entity: EntityLayout, _ sql: SQLEntity) {
        let (values, columns) = Self.values(
            Array(0..<sql.columns.count), of: entity, sql, firstParameter: 3)
        let names = ["Z_PK", "Z_OPT"] + columns + ["Z_ENT"]
        let marks = Array(repeating: "?", count: columns.count + 2) + ["\(sql.number)"]
        self.sql =
            "INSERT INTO \(sql.table) (\(names.joined(separator: ", "))) "
            + "VALUES (\(marks.joined(separator: ", ")))"
        self.values = values
        keyParameter = 1
    }

    /// The plan for changed records: parameter 1 is the new version; the key and, if wanted, the
    /// expected version come last.
    init(
        update entity: EntityLayout, _ sql: SQLEntity, changed: [Int], checksVersion: Bool
    ) {
        let (values, columns) = Self.values(changed, of: entity, sql, firstParameter: 2)
        let assignments = (["Z_OPT"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
        self.sql =
            "UPDATE \(sql.table) SET \(assignments) WHERE Z_PK = ?"
            + (checksVersion ? " AND Z_OPT = ?" : "")
        self.values = values
        keyParameter = columns.count + 2
    }

    /// The plan for new records that may meet others with the same unique values. A row tells the key
    /// of each record that was written.
    ///
    /// - Parameter given: the numbers of the values that go into a record which is there already; nil
    ///   if it stays as it is.
    init(insertInto entity: EntityLayout, _ sql: SQLEntity, merging given: [Int]?) {
        let plain = WritePlan(insertInto: entity, sql)
        let columns = (given ?? []).flatMap { number in
            [sql.columns[number], sql.entityColumns[number]].compactMap(\.self)
        }
        let assignments = ["Z_OPT = Z_OPT + 1"] + columns.map { "\($0) = excluded.\($0)" }
        let resolution =
            given == nil ? "NOTHING" : "UPDATE SET \(assignments.joined(separator: ", "))"
        self.sql = "\(plain.sql) ON CONFLICT DO \(resolution) RETURNING Z_PK"
        values = plain.values
        keyParameter = plain.keyParameter
    }

    private static func values(
        _ numbers: [Int], of entity: EntityLayout, _ sql: SQLEntity, firstParameter: Int
    ) -> ([Value], [String]) {
        var values: [Value] = []
        var columns: [String] = []
        for number in numbers {
            guard let column = sql.columns[number] else { continue }
            var value = Value(number: number, parameter: firstParameter + columns.count)
            columns.append(column)
            if let entityColumn = sql.entityColumns[number] {
                value.entityParameter = firstParameter + columns.count
                columns.append(entityColumn)
            }
            if number < entity.slots.count, entity.slots[number].isStoredExternally {
                value.externalSlot = entity.slots[number]
            }
            values.append(value)
        }
        return (values, columns)
    }
}
