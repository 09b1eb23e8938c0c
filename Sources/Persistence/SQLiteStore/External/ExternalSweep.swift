import Foundation

/// Removes the external files that a crash left without a record.
struct ExternalSweep {
    let contents: StoreContents
    let connection: Connection

    func run() throws {
        let journal = ExternalJournal(external: contents.external)
        guard try !journal.read().isEmpty else { return }
        // The names may be those of someone who is writing now: once it is this one's turn, what is
        // left is of someone who is gone.
        try connection.executeOnce("BEGIN IMMEDIATE")
        do {
            for name in try journal.read() where try !isReferred(name) {
                contents.external.remove(name)
            }
            journal.remove()
            try connection.executeOnce("COMMIT")
        } catch {
            if connection.isInTransaction { try connection.executeOnce("ROLLBACK") }
            throw error
        }
    }

    private func isReferred(_ name: String) throws -> Bool {
        let stored = ExternalMarker.file(name).stored
        for place in columns {
            let sql = "SELECT 1 FROM \(place[0]) WHERE \(place[1]) = ? LIMIT 1"
            let isFound = try connection.withStatement(sql) { statement in
                try stored.withUnsafeBytes { try statement.bind($0, at: 1) }
                return try statement.step()
            }
            if isFound { return true }
        }
        return false
    }

    /// The columns whose values may live in files.
    private var columns: Set<[String]> {
        Set(
            contents.schema.layout.entities.flatMap { entity in
                entity.slots.filter(\.isStoredExternally).compactMap { slot in
                    contents.schema[entity].columns[slot.number].map {
                        [contents.schema[entity].table, $0]
                    }
                }
            })
    }
}
