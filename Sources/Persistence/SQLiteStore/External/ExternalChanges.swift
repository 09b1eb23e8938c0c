import Foundation

/// The external files that a transaction creates and discards.
struct ExternalChanges {
    private let external: ExternalData
    private var journal: ExternalJournal { ExternalJournal(external: external) }
    private var made: [String] = []
    private var givenUp: [String] = []

    init(_ external: ExternalData) {
        self.external = external
    }

    /// The column's content for a value: the value itself, or the name of its new file.
    mutating func store(_ data: Data) throws -> ExternalMarker {
        guard data.count >= external.threshold else { return .inline(data) }
        let name = UUID().uuidString
        try journal.add([name])
        made.append(name)
        try external.write(data, as: name)
        return .file(name)
    }

    /// Records a file that its record no longer uses.
    mutating func discard(_ marker: ExternalMarker) {
        if case .file(let name) = marker { givenUp.append(name) }
    }

    var madeCount: Int { made.count }

    /// Discards the files created since a count, because their row was not written.
    mutating func discard(madeSince count: Int) {
        givenUp += made.dropFirst(count)
    }

    /// Syncs the files before the records that refer to them are committed.
    func prepareCommit() throws {
        try journal.add(givenUp)
        if !made.isEmpty { try external.syncDirectory() }
    }

    /// Removes discarded files once readers of older states have ended.
    func didCommit(_ epochs: ReaderEpochs) {
        guard !made.isEmpty || !givenUp.isEmpty else { return }
        epochs.whenPresentReadersHaveEnded { [self] in
            forget { try external.removeUnshared(givenUp) }
        }
    }

    func didRollBack() {
        guard !made.isEmpty || !givenUp.isEmpty else { return }
        forget { made.forEach(external.remove) }
    }

    /// The transaction has ended whatever happens here: names that cannot be removed stay in the
    /// journal for the next opening of the store.
    private func forget(after removal: () throws -> Void) {
        do {
            try removal()
            try journal.remove(made + givenUp)
        } catch {
            return
        }
    }
}

/// A column whose values may be in files.
struct ExternalColumn: Hashable {
    var table: String
    var column: String
}

extension SQLSchema {
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
    /// The names of external files in some columns.
    func externalNames(in columns: some Sequence<ExternalColumn>) throws -> Set<String> {
        try columns.reduce(into: []) { $0.formUnion(try externalNames(in: $1)) }
    }

    /// The names of external files in a column.
    func externalNames(in external: ExternalColumn) throws -> Set<String> {
        let column = "\"\(external.column)\""
        let sql =
            "SELECT \(column) FROM \"\(external.table)\" WHERE typeof(\(column)) = 'blob' "
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
