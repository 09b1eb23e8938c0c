import ObjectModel

extension StoreTable {
    private static let itemNames: Set = ["Item", "BNRItem"]

    /// The inventory: the entity that the user chose, or else one by its name, its former name, or
    /// its properties; nil if there is none.
    static func inventory(of model: ManagedObjectModel, _ reading: ImportReading) -> StoreTable? {
        let entities = model.entities.filter {
            !$0.isAbstract && (reading.entity == nil || reading.entity == $0.name)
        }
        let candidates = entities.compactMap { entity -> (table: StoreTable, weight: Int)? in
            let sources = ItemSources(entity.name, model, reading.mapping).sources
            let columns = Set(sources.map(\.column))
            let isNamed =
                itemNames.contains(entity.name)
                || entity.renamingIdentifier.map(itemNames.contains) ?? false
            let isAlike = !columns.isDisjoint(with: [.serialNumber, .valueInDollars, .itemKey])
            guard columns.contains(.itemName), isNamed || isAlike || reading.entity != nil else {
                return nil
            }
            return (items(entity.name, sources, model), sources.count + (isNamed ? 100 : 0))
        }
        return candidates.max { $0.weight < $1.weight }?.table
    }

    private static func items(
        _ entity: String, _ sources: [Source], _ model: ManagedObjectModel
    ) -> StoreTable {
        let attributes = model.allAttributes(of: entity)
        let relationships = model.allRelationships(of: entity)
        let read = Set(sources.map(\.name))
        let isChosen: (RelationshipDescription) -> Bool = { !$0.isToMany || read.contains($0.name) }
        var table = StoreTable(
            .items, entity, sources,
            names: attributes.map(\.name) + relationships.filter(isChosen).map(\.name),
            others: relationships.filter { !isChosen($0) }.map(\.name))
        table.order = sources.filter { $0.column == .orderingValue }.map(\.name)
        table.trashing =
            attributes.first { $0.name == "trashedDate" && $0.attributeType == .date }?.name
        return table
    }
}
