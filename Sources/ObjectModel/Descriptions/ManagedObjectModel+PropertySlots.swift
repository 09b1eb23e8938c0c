extension ManagedObjectModel {
    /// The names of an entity's properties in slot order, the root entity's first. A subentity's
    /// slots begin with its parent's.
    public func propertySlots(of entityName: String) -> [String] {
        lineage(of: entityName).flatMap(declaredPropertySlots)
    }

    /// The names of the slots that an entity adds: its attributes and relationships by name without
    /// regard to case. The parts of a composite attribute replace it, as `address.street`.
    public func declaredPropertySlots(of entity: EntityDescription) -> [String] {
        let leaves = Dictionary(
            entity.attributes.map { ($0.name, leafAttributes(of: $0).map(\.name)) }
        ) { first, _ in first }
        return (entity.attributes.map(\.name) + entity.relationships.map(\.name))
            .sorted(by: caseInsensitiveOrder)
            .flatMap { leaves[$0] ?? [$0] }
    }

    /// The stored attributes of an attribute: itself, or the parts of a composite one by name
    /// without regard to case, as `address.street`.
    ///
    /// An unknown or circular composite, which the model's check reports, counts as one part.
    public func leafAttributes(of attribute: AttributeDescription) -> [AttributeDescription] {
        leafAttributes(of: attribute, within: [])
    }

    private func leafAttributes(
        of attribute: AttributeDescription, within outer: Set<String>
    ) -> [AttributeDescription] {
        guard attribute.attributeType == .composite, let compositeName = attribute.compositeName,
            !outer.contains(compositeName),
            let composite = compositeAttribute(named: compositeName)
        else { return [attribute] }
        return composite.attributes.sorted { caseInsensitiveOrder($0.name, $1.name) }
            .flatMap { leafAttributes(of: $0, within: outer.union([compositeName])) }
            .map { leaf in
                var leaf = leaf
                leaf.name = "\(attribute.name).\(leaf.name)"
                leaf.isOptional = leaf.isOptional || attribute.isOptional
                leaf.isTransient = leaf.isTransient || attribute.isTransient
                return leaf
            }
    }

    /// The composite attribute with a name; nil if there is none.
    public func compositeAttribute(named name: String) -> CompositeAttributeDescription? {
        compositeAttributes.first { $0.name == name }
    }
}
