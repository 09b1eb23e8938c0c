/// The sums in a store's file.
struct StoredGroupSums {
    let connection: Connection

    /// The sums of the store that have all their triggers.
    func present(of wanted: [SQLGroupSums]) throws -> [SQLGroupSums] {
        let statements = Set(try parts().map(\.sql))
        return wanted.filter {
            statements.isSuperset(of: $0.triggerStatements + [$0.tableStatement])
        }
    }

    /// Creates the wanted sums that are missing or incomplete, and removes the others, in one
    /// transaction.
    ///
    /// - Parameters:
    ///   - isStillWanted: whether the store is still the expected one, asked in the transaction.
    ///   - then: more work for the same transaction.
    func make(
        _ wanted: [SQLGroupSums], if isStillWanted: () throws -> Bool, then: () throws -> Void
    ) throws {
        guard try !isAsWanted(wanted) else { return }
        try connection.transaction {
            guard try isStillWanted(), try !isAsWanted(wanted) else { return }
            try makeWithinTransaction(wanted)
            try then()
        }
    }

    private func isAsWanted(_ wanted: [SQLGroupSums]) throws -> Bool {
        Set(try parts().map(\.sql))
            == Set(wanted.flatMap { $0.triggerStatements + [$0.tableStatement] })
    }

    /// Does the work of `make` in the current transaction.
    func makeWithinTransaction(_ wanted: [SQLGroupSums]) throws {
        let kept = try present(of: wanted)
        try remove(allBut: kept)
        for sums in wanted where !kept.contains(sums) {
            try connection.executeOnce(sums.tableStatement)
            try sums.countStatements(0).forEach(connection.executeOnce)
            try sums.triggerStatements.forEach(connection.executeOnce)
        }
    }

    /// Removes all sums except some.
    ///
    /// - Returns: whether any were removed.
    @discardableResult
    func remove(allBut kept: [SQLGroupSums] = []) throws -> Bool {
        let statements = Set(kept.flatMap { $0.triggerStatements + [$0.tableStatement] })
        let stale = try parts().filter { !statements.contains($0.sql) }
        for part in stale {
            let kind = part.sql.hasPrefix("CREATE TRIGGER") ? "TRIGGER" : "TABLE"
            try connection.executeOnce("DROP \(kind) \"\(part.name)\"")
        }
        return !stale.isEmpty
    }

    /// The triggers, then the tables, without objects of other programs with similar names.
    private func parts() throws -> [ExistingSchema.Part] {
        try ["trigger", "table"].flatMap { try ExistingSchema.parts(of: $0, connection) }.filter {
            $0.name.hasPrefix(SQLGroupSums.prefix) && $0.sql.contains("Z_COUNT")
        }
    }
}

extension SQLiteStoreOpener {
    /// Creates the sums of the model, unless the store is read-only. A store of Apple's framework
    /// gets them if the options say so, or if it had them before.
    func makeGroupSums(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata,
        _ catalog: StoreCatalog
    ) throws {
        let hasThem = catalog.columns.keys.contains { $0.hasPrefix(SQLGroupSums.prefix) }
        let isOwn = metadata.hashes == layout.versionHashes
        let wanted = schema.groupSums
        guard !description.isReadOnly, hasThem || !wanted.isEmpty,
            hasThem || isOwn || description.sqlite.indexesForeignStores
        else { return }
        try StoredGroupSums(connection: connection).make(
            wanted, if: { try StoreMetadata(reading: connection).hashes == metadata.hashes }
        ) {
            if isOwn { try recordModel(connection) }
        }
    }
}
