import Foundation

/// The external files that a transaction makes and gives up.
struct ExternalChanges {
    private let external: ExternalData
    private var journal: ExternalJournal { ExternalJournal(external: external) }
    private var made: [String] = []
    private var givenUp: [String] = []

    init(_ external: ExternalData) {
        self.external = external
    }

    /// The content of the column for a value: itself, or the name of the file that it is written to.
    mutating func store(_ data: Data) throws -> ExternalMarker {
        guard data.count >= external.threshold else { return .inline(data) }
        let name = UUID().uuidString
        try journal.add([name])
        made.append(name)
        try external.write(data, as: name)
        return .file(name)
    }

    /// Notes a file whose record lets go of it.
    mutating func discard(_ marker: ExternalMarker) {
        if case .file(let name) = marker { givenUp.append(name) }
    }

    /// The number of files that were made so far.
    var madeCount: Int { made.count }

    /// Notes that the row was not written for which files were made since there were so many.
    mutating func discard(madeSince count: Int) {
        givenUp += made.dropFirst(count)
    }

    /// Makes sure that the files are on the disk before the records that refer to them.
    func prepareCommit() throws {
        try journal.add(givenUp)
        if !made.isEmpty { try external.syncDirectory() }
    }

    /// Removes what was given up, as soon as those have ended who read an older state.
    func didCommit(_ turns: ReaderEpochs) {
        guard !made.isEmpty || !givenUp.isEmpty else { return }
        turns.whenPresentReadersHaveEnded { [self] in
            forget { try external.removeUnshared(givenUp) }
        }
    }

    func didRollBack() {
        guard !made.isEmpty || !givenUp.isEmpty else { return }
        forget { made.forEach(external.remove) }
    }

    /// The transaction has ended whatever comes of this: names that cannot be dealt with stay noted,
    /// and the next opening of the store deals with them.
    private func forget(after removal: () throws -> Void) {
        do {
            try removal()
            try journal.remove(made + givenUp)
        } catch {
            return
        }
    }
}

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
    func externalNames(in columns: some Sequence<ExternalColumn>) throws -> Set<String> {
        try columns.reduce(into: []) { $0.formUnion(try externalNames(in: $1)) }
    }

    /// The names of the external files that the values of a column are in.
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
