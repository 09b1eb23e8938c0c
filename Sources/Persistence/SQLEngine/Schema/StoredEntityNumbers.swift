import ObjectModel

/// The mapping between a store's entity numbers and the model's.
///
/// They are the same where the store was made for the whole model. Core Data numbers only the
/// entities of a configuration in the store that it makes for it.
struct StoredEntityNumbers: Sendable, Equatable {
    /// The first number of those for entities that the store does not have.
    private static let firstAbsent = 1_000_000

    /// The store's numbers by the model's; nil for entities that it does not have. Empty if all
    /// numbers are the same.
    private let stored: [Int?]
    private let own: [Int: Int]

    /// The numbers of a store for the whole model.
    static let same = StoredEntityNumbers(stored: [])

    private init(stored: [Int?]) {
        self.stored = stored
        own = stored.enumerated().reduce(into: [:]) { numbers, pair in
            if let number = pair.element { numbers[number] = pair.offset + 1 }
        }
    }

    /// - Parameter numbers: the store's numbers by the entities' names.
    init(of layout: ModelLayout, in numbers: [String: Int]) {
        let stored = layout.entities.map { numbers[$0.name] }
        let isSame = zip(stored, layout.entities).allSatisfy { $0 == $1.number }
        self.init(stored: isSame ? [] : stored)
    }

    /// Whether the store has all entities with the model's numbers.
    var isSame: Bool { stored.isEmpty }

    func contains(_ entity: EntityLayout) -> Bool {
        isSame || stored[entity.number - 1] != nil
    }

    /// The store's number of an entity; a number that no row has for an absent one.
    func stored(_ number: Int) -> Int {
        isSame ? number : stored[number - 1] ?? Self.firstAbsent + number
    }

    /// The model's number of a stored one; 0 if it is unknown.
    func own(_ stored: Int) -> Int { isSame ? stored : own[stored] ?? 0 }

    /// The entities whose hierarchy the store has only in part or numbers in another order, so that
    /// their records could not be distinguished.
    func misfits(in layout: ModelLayout) -> [EntityLayout] {
        layout.entities.filter { entity in
            let root = entity.rootNumber
            guard !isSame, contains(entity) || contains(layout.entity(root)) else { return false }
            return stored(entity.number) - stored(root) != entity.number - root
        }
    }
}

extension SQLSchema {
    func number(of entity: EntityLayout) -> Int { numbers.stored(entity.number) }

    /// The greatest number among an entity and its descendants.
    func lastNumber(of entity: EntityLayout) -> Int { numbers.stored(entity.lastNumber) }

    var absentEntities: [EntityLayout] { layout.entities.filter { !numbers.contains($0) } }

    /// Creates empty temporary tables for absent entities, so that queries find nothing there.
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
