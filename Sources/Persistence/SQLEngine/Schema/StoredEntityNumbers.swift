import ObjectModel

/// The numbers that a store has for the entities of a model, which numbers them too.
///
/// They are the same where the store was made for all of the model. A store that Core Data made for a
/// configuration has the configuration's entities only, and counts over these.
struct StoredEntityNumbers: Sendable, Equatable {
    /// The first of the numbers that stand for entities which the store does not have.
    private static let firstAbsent = 1_000_000

    /// The store's number of each entity of the model; nil for those that it does not have. Empty if
    /// all numbers are the same.
    private let stored: [Int?]
    private let own: [Int: Int]

    /// The numbers of a store for all of the model.
    static let same = StoredEntityNumbers(stored: [])

    private init(stored: [Int?]) {
        self.stored = stored
        own = stored.enumerated().reduce(into: [:]) { numbers, pair in
            if let number = pair.element { numbers[number] = pair.offset + 1 }
        }
    }

    /// The numbers of a store.
    ///
    /// - Parameter numbers: the store's numbers by the entities' names.
    init(of layout: ModelLayout, in numbers: [String: Int]) {
        let stored = layout.entities.map { numbers[$0.name] }
        let isSame = zip(stored, layout.entities).allSatisfy { $0 == $1.number }
        self.init(stored: isSame ? [] : stored)
    }

    /// Whether the store does not have some entities, or numbers them otherwise.
    var isSame: Bool { stored.isEmpty }

    /// Whether the store has an entity.
    func contains(_ entity: EntityLayout) -> Bool {
        isSame || stored[entity.number - 1] != nil
    }

    /// The store's number of an entity; for one that it does not have, a number that no row has.
    func stored(_ number: Int) -> Int {
        isSame ? number : stored[number - 1] ?? Self.firstAbsent + number
    }

    /// The model's number of an entity of the store's; for an unknown number, one that is none.
    func own(_ stored: Int) -> Int { isSame ? stored : own[stored] ?? 0 }

    /// The entities whose hierarchy the store has in part, or counts otherwise: their records could
    /// not be told apart.
    func misfits(in layout: ModelLayout) -> [EntityLayout] {
        layout.entities.filter { entity in
            let root = entity.rootNumber
            guard !isSame, contains(entity) || contains(layout.entity(root)) else { return false }
            return stored(entity.number) - stored(root) != entity.number - root
        }
    }
}

extension SQLSchema {
    /// The number that the store has for an entity.
    func number(of entity: EntityLayout) -> Int { numbers.stored(entity.number) }

    /// The greatest number among an entity and its descendants.
    func lastNumber(of entity: EntityLayout) -> Int { numbers.stored(entity.lastNumber) }

    /// The entities that the store does not have.
    var absentEntities: [EntityLayout] { layout.entities.filter { !numbers.contains($0) } }

    /// The statements that give a connection empty tables for what the store does not have, so that
    /// a look there finds nothing.
    func placeholders(in catalog: StoreCatalog) -> [String] {
        guard !absentEntities.isEmpty else { return [] }
        return
            (tables.filter { catalog.columns[$0.name] == nil }.map(\.createStatement)
            + joinTables.filter { catalog.columns[$0.name] == nil }.map(\.createStatement))
            .map {
                $0.replacing(
                    "CREATE TABLE ", with: "CREATE TEMP TABLE IF NOT EXISTS ", maxReplacements: 1)
            }
    }
}
