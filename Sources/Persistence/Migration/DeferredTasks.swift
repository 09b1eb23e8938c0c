/// What a migration has left for later: columns and tables that nothing needs any more.
struct DeferredTasks: Equatable {
    /// Before the name of an older table that another one has replaced.
    static let tablePrefix = "Z_MIGRATION_"

    /// The columns to drop by their table; of a table without columns, the table itself.
    var columns: [String: [String]] = [:]

    var isEmpty: Bool { columns.isEmpty }
    /// The tables in the order in which they are dealt with: one is a task.
    var tables: [String] { columns.keys.sorted() }
}

extension StoreMetadata {
    /// What a migration has left for later.
    var deferredTasks: DeferredTasks {
        get {
            let members = self.members[Key.deferredMigration]?.dictionary ?? [:]
            return DeferredTasks(
                columns: members.mapValues { $0.array?.compactMap(\.string) ?? [] })
        }
        set {
            members[Key.deferredMigration] =
                newValue.isEmpty
                ? nil
                : .dictionary(newValue.columns.mapValues { .array($0.map { .string($0) }) })
        }
    }
}
