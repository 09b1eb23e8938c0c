import ObjectModel

/// The entities in a store's `Z_PRIMARYKEY`.
///
/// An in-place migration of Core Data leaves the old names of renamed entities there. The model in
/// the store has the same numbers, and so identifies them.
struct StoredEntities {
    private let rows: [(number: Int, name: String)]

    init(reading connection: Connection) throws {
        let sql = "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
        rows = try connection.withStatement(sql) { statement in
            var rows: [(number: Int, name: String)] = []
            while try statement.step() {
                guard let name = statement.text(1) else { continue }
                rows.append((number: Int(statement.integer(0)), name: name))
            }
            return rows
        }
    }

    /// The stored names, which may be old ones.
    var names: Set<String> { Set(rows.map(\.name)) }

    /// The store's numbers of a model's entities by name, as far as it has them.
    ///
    /// - Parameter stored: the model in the store; nil without a readable one.
    func numbers(
        in layout: ModelLayout, keeping stored: () throws -> ManagedObjectModel?
    ) rethrows -> [String: Int] {
        let numbers = Dictionary(
            rows.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        guard layout.entities.contains(where: { numbers[$0.name] != $0.number }) else {
            return numbers
        }
        return try stored().flatMap(numbersAlike)
            ?? numbers.merging(
                olderNumbers(numbers, in: layout), uniquingKeysWith: { first, _ in first })
    }

    /// The numbers of the model in the store; nil if they do not match the store's entities.
    private func numbersAlike(_ model: ManagedObjectModel) -> [String: Int]? {
        let names = model.entityNamesInNumberOrder
        guard rows.map(\.number) == Array(1...max(1, names.count)) else { return nil }
        let known = Set(names)
        let isAlike = zip(rows, names).allSatisfy { row, name in
            row.name == name || row.name == model[name]?.renamingIdentifier
                || !known.contains(row.name)
        }
        guard isAlike else { return nil }
        return Dictionary(uniqueKeysWithValues: zip(names, 1...))
    }

    /// The numbers of entities that are stored with their old names.
    private func olderNumbers(
        _ numbers: [String: Int], in layout: ModelLayout
    ) -> [String: Int] {
        layout.entities.reduce(into: [:]) { found, entity in
            guard let older = entity.description.renamingIdentifier,
                layout.entity(named: older) == nil
            else { return }
            found[entity.name] = numbers[older]
        }
    }
}

extension StoredEntityNumbers {
    /// The numbers in a connection's store.
    init(of layout: ModelLayout, storedIn connection: Connection) throws {
        let stored = try StoredEntities(reading: connection)
        self.init(
            of: layout,
            in: try stored.numbers(in: layout) { try StoreModelCache.readable(connection) })
    }
}
