import ObjectModel

extension ManagedObjectModel {
    /// The attribute by which people know the records of an entity: one that is called a label, a name or a
    /// title, or else the first text; nil if there is none.
    func label(of entity: String) -> String? {
        let texts = allAttributes(of: entity)
            .filter { $0.attributeType == .string && !$0.isTransient }.map(\.name)
        let named = ["label", "name", "title"].lazy.compactMap { word in
            texts.first { ImportColumn.simplified($0).hasSuffix(word) }
        }
        return named.first ?? texts.first
    }

    /// The attribute at the end of relationships; nil if they do not lead to one.
    func attribute(at path: [String], from entity: String) -> AttributeDescription? {
        var entity = entity
        for name in path.dropLast() {
            guard let next = relationship(name, of: entity) else { return nil }
            entity = next.destinationEntity
        }
        return allAttributes(of: entity).first { $0.name == path.last }
    }

    /// A relationship of an entity's records; nil for a name of none.
    func relationship(_ name: String, of entity: String) -> RelationshipDescription? {
        allRelationships(of: entity).first { $0.name == name }
    }
}
