extension SQLiteTransaction {
    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        let plan = session.store.insertPlan(of: entity)
        try connection.withStatement(plan.sql) { statement in
            for row in rows {
                binder.startRecord()
                try statement.bind(row.key, at: 1)
                try statement.bind(row.row.version, at: 2)
                for value in plan.values { try bind(row.row, value, to: statement) }
                do {
                    try statement.runAndReset()
                } catch {
                    throw translated(error, entity: entity)
                }
                noteInsertion(of: row.key, entity)
            }
        }
    }

    func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult {
        guard conflict != .fail else {
            try insert(rows, into: entity)
            return StoreInsertResult(inserted: rows.map(\.key))
        }
        if conflict == .update,
            let file = given.first(where: { entity.slots[$0].isStoredExternally })
        {
            throw PersistenceError.misuse(
                "A batch insertion cannot update \(entity.name).\(entity.slots[file].name), which is "
                    + "kept in files")
        }
        let plan = WritePlan(
            insertInto: entity, schema[entity], merging: conflict == .update ? given : nil)
        var result = StoreInsertResult()
        try connection.withStatement(plan.sql) { statement in
            for row in rows {
                let fileCount = madeFileCount
                binder.startRecord()
                try statement.bind(row.key, at: 1)
                try statement.bind(row.row.version, at: 2)
                for value in plan.values { try bind(row.row, value, to: statement) }
                if try step(statement, entity) {
                    let key = statement.integer(0)
                    note(key, isNew: key == row.key, entity, given)
                    if key == row.key {
                        result.inserted.append(key)
                    } else {
                        result.updated.append(key)
                    }
                    try statement.run()
                } else {
                    giveUpFiles(madeSince: fileCount)
                }
                statement.reset()
            }
        }
        return result
    }

    private func step(_ statement: Statement, _ entity: EntityLayout) throws -> Bool {
        do {
            return try statement.step()
        } catch {
            throw translated(error, entity: entity)
        }
    }

    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict] {
        var conflicts: [StoreConflict] = []
        for row in rows {
            let plan = session.store.updatePlan(
                of: entity, changed: row.changed, checksVersion: row.expectedVersion != nil)
            let old = try externalMarkers(of: row.key, in: entity, slots: plan.externalSlots)
            let fileCount = madeFileCount
            let changed = try connection.withStatement(plan.sql) { statement in
                try run(row, plan, statement, entity: entity)
            }
            if changed == 0 {
                giveUpFiles(madeSince: fileCount)
                conflicts.append(try conflict(row.key, of: entity))
            } else {
                giveUp(old)
                noteUpdate(of: row.key, entity, slots: row.changed)
            }
        }
        return conflicts
    }

    private func run(
        _ row: StoreUpdate, _ plan: WritePlan, _ statement: Statement, entity: EntityLayout
    ) throws -> Int {
        binder.startRecord()
        try statement.bind(row.row.version, at: 1)
        for value in plan.values { try bind(row.row, value, to: statement) }
        try statement.bind(row.key, at: plan.keyParameter)
        if let version = row.expectedVersion {
            try statement.bind(version, at: plan.keyParameter + 1)
        }
        do {
            try statement.run()
        } catch {
            throw translated(error, entity: entity)
        }
        return connection.changes
    }

    func bind(_ row: RowSnapshot, _ value: WritePlan.Value, to statement: Statement) throws {
        let content = row[value.number]
        if let slot = value.externalSlot {
            try binder.bind(try stored(content, of: slot), to: statement, at: value.parameter)
        } else {
            try binder.bind(content, to: statement, at: value.parameter)
        }
        guard let parameter = value.entityParameter else { return }
        if case .object(let id) = content {
            try statement.bind(Int64(schema.number(of: id.home.layout)), at: parameter)
        } else {
            try statement.bindNull(at: parameter)
        }
    }

    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict] {
        let external = entity.slots.filter(\.isStoredExternally)
        let table = schema[entity].table
        var conflicts: [StoreConflict] = []
        for row in rows {
            let old = try externalMarkers(of: row.key, in: entity, slots: external)
            let reference = StoreReference(entityNumber: entity.number, key: row.key)
            let tombstone = try history?.tombstone(of: reference) ?? []
            let condition = row.expectedVersion == nil ? "" : " AND Z_OPT = ?"
            let deleted = try connection.withStatement(
                "DELETE FROM \(table) WHERE Z_PK = ?\(condition)"
            ) { statement in
                try statement.bind(row.key, at: 1)
                if let version = row.expectedVersion { try statement.bind(version, at: 2) }
                try statement.run()
                return connection.changes
            }
            if deleted == 0 {
                conflicts.append(try conflict(row.key, of: entity))
            } else {
                giveUp(old)
                try deleteJoins(of: row.key, entity)
                history?.notes.noteDeletion(of: reference, tombstone: tombstone)
            }
        }
        return conflicts
    }

    private func note(_ key: Int64, isNew: Bool, _ entity: EntityLayout, _ given: [Int]) {
        if isNew {
            noteInsertion(of: key, entity)
        } else {
            noteUpdate(of: key, entity, slots: given)
        }
    }

    private func noteInsertion(of key: Int64, _ entity: EntityLayout) {
        history?.notes.noteInsertion(
            of: StoreReference(entityNumber: entity.number, key: key))
    }

    func noteUpdate(of key: Int64, _ entity: EntityLayout, slots: [Int]) {
        history?.notes.noteUpdate(
            of: StoreReference(entityNumber: entity.number, key: key), slots: slots)
    }

    private func deleteJoins(of key: Int64, _ entity: EntityLayout) throws {
        for join in schema[entity].joins.sorted(by: { $0.key < $1.key }).map(\.value) {
            let columns = [join.sourceColumn] + (join.isSymmetric ? [join.destinationColumn] : [])
            for column in columns {
                try connection.withStatement("DELETE FROM \(join.table) WHERE \(column) = ?") {
                    try $0.bind(key, at: 1)
                    try $0.run()
                }
            }
        }
    }

    private func conflict(_ key: Int64, of entity: EntityLayout) throws -> StoreConflict {
        StoreConflict(key: key, persisted: try session.row(of: entity, key: key)?.snapshot())
    }
}
