extension ModelCheck {
    /// Makes sure that the attribute which an attribute names for its sort keys can hold them.
    mutating func checkSortKey(of attribute: AttributeDescription, in entity: EntityDescription) {
        guard let name = attribute.sortKeyName else { return }
        let named = entity.attributes.filter { $0.sortKeyName == name }
        let problem: String? =
            if attribute.attributeType != .string || attribute.isTransient || attribute.isDerived {
                "only a text that is in the store, and not derived, has a sort key"
            } else if let key = entity.attributes.first(where: { $0.name == name }) {
                !key.canHoldSortKeys || key.isDerived
                    ? "its sort key \(name) is not an optional Binary attribute in the store itself"
                    : named.count > 1 ? "another attribute has the sort key \(name) too" : nil
            } else {
                "its sort key \(name) is no attribute of the entity"
            }
        if let problem { error(problem, entity.name, attribute.name) }
    }
}
