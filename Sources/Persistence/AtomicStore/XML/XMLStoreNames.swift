import ObjectModel

/// The names of entities and properties as XML stores spell them: entities in capitals, properties in
/// small letters, unless two would be the same then.
struct XMLStoreNames {
    let layout: ModelLayout
    private let entityNames: [String]
    private let entitiesByName: [String: EntityLayout]
    private let slotNames: [[String]]
    private let slotsByName: [[String: Int]]

    init(_ layout: ModelLayout) {
        self.layout = layout
        let names = Self.spelled(layout.entities.map(\.name)) { $0.uppercased() }
        entityNames = names
        entitiesByName = Dictionary(
            zip(names, layout.entities), uniquingKeysWith: { first, _ in first })
        let slotNames = layout.entities.map { entity in
            Self.spelled(entity.slots.map(\.name)) { $0.lowercased() }
        }
        self.slotNames = slotNames
        slotsByName = slotNames.map { names in
            Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        }
    }

    private static func spelled(_ names: [String], _ spell: (String) -> String) -> [String] {
        let counts = Dictionary(names.map { (spell($0), 1) }, uniquingKeysWith: +)
        return names.map { counts[spell($0)] == 1 ? spell($0) : $0 }
    }

    func name(of entity: EntityLayout) -> String { entityNames[entity.number - 1] }

    func name(of slot: PropertySlot, in entity: EntityLayout) -> String {
        slotNames[entity.number - 1][slot.number]
    }

    /// The entity that a file calls by a name, in whatever letters.
    func entity(named name: String) -> EntityLayout? {
        entitiesByName[name] ?? layout.entity(named: name) ?? entitiesByName[name.uppercased()]
    }

    /// The property that a file calls by a name, in whatever letters.
    func slot(named name: String, in entity: EntityLayout) -> PropertySlot? {
        let slots = slotsByName[entity.number - 1]
        if let number = slots[name] ?? slots[name.lowercased()] { return entity.slots[number] }
        return entity.slot(named: name)
    }
}
