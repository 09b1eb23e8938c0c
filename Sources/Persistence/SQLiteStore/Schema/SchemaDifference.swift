/// What two versions of a model ask for differently in indexes and triggers of the same tables, but
/// for uniqueness constraints that only the first one has.
struct SchemaDifference {
    private let indexes: Change<String>
    private let triggers: Change<String>
    private let places: Change<SQLPlaceIndex>
    private let builder: SQLTriggerBuilder

    private struct Change<Part: Hashable> {
        var removed: [Part]
        var added: [Part]

        init(from old: [Part], to new: [Part]) {
            let (before, after) = (Set(old), Set(new))
            removed = old.filter { !after.contains($0) }
            added = new.filter { !before.contains($0) }
        }

        var isEmpty: Bool { removed.isEmpty && added.isEmpty }
    }

    init(from old: SQLSchema, to new: SQLSchema) {
        let constraints = Set(old.indexes.filter { $0.hasPrefix("CREATE UNIQUE INDEX ") })
        let stale = constraints.subtracting(new.indexes)
        indexes = Change(from: old.indexes.filter { !stale.contains($0) }, to: new.indexes)
        triggers = Change(from: old.triggers, to: new.triggers)
        // Their tables are placeholders of the connection; a tree over them would stay in the store.
        let absent = Set(new.absentEntities.map { new[$0].table })
        func present(_ indexes: [SQLPlaceIndex]) -> [SQLPlaceIndex] {
            indexes.filter { !absent.contains($0.table) }
        }
        places = Change(from: present(old.placeIndexes), to: present(new.placeIndexes))
        builder = SQLTriggerBuilder(layout: new.layout, entities: new.entities)
    }

    var isEmpty: Bool { indexes.isEmpty && triggers.isEmpty && places.isEmpty }

    /// The statements that lead from one to the other. What is not there, because somebody else made
    /// the store otherwise, need not be removed.
    var statements: [String] {
        let stale =
            names(triggers.removed + triggers.added + places.removed.flatMap(\.triggers))
            .map { "DROP TRIGGER IF EXISTS \"\($0)\"" }
            + places.removed.map { "DROP TABLE IF EXISTS \"\($0.name)\"" }
            + names(indexes.removed + indexes.added).map { "DROP INDEX IF EXISTS \"\($0)\"" }
        return stale + indexes.added + builder.fillStatements(for: Set(triggers.added))
            + triggers.added
            + places.added.flatMap { [$0.createStatement, $0.fillStatement] + $0.triggers }
    }

    private func names(_ statements: [String]) -> [String] {
        statements.compactMap { StoreSQL.name(madeBy: $0) }
    }
}
