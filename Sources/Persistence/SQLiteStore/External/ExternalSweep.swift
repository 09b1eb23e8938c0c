import Foundation

/// Removes the external files that a crash, or a migration, left without a record.
struct ExternalSweep {
    let schema: SQLSchema
    let external: ExternalData
    let connection: Connection

    func run() throws {
        let journal = ExternalJournal(external: external)
        guard !external.isStaged, try !journal.read().isEmpty else { return }
        // The names may be those of someone who is writing now: once it is this one's turn, what is
        // left is of someone who is gone.
        try connection.transaction {
            let names = Set(try journal.read())
            let referred =
                names.isEmpty ? [] : try connection.externalNames(in: schema.externalColumns)
            try remove(names.subtracting(referred), noting: names)
        }
    }

    private func remove(_ names: Set<String>, noting noted: Set<String>) throws {
        do {
            try external.removeUnshared(names)
        } catch {
            // A neighbour that cannot be read may refer to any of them: they wait, and this store
            // can be opened.
            return
        }
        try ExternalJournal(external: external).remove(noted)
    }
}
