import ObjectModel

extension EntityDescription {
    /// The indexes that stores get: those in old style under the names that their columns give
    /// them, then the others.
    var allIndexes: [FetchIndexDescription] {
        let single = attributes.filter { isIndexedAlone($0) && !$0.isTransient }
            .sorted { caseInsensitiveOrder($0.name, $1.name) }
        let lists = single.map { [$0.name] } + compoundIndexes
        return lists.map { names in
            FetchIndexDescription(
                names.joined(separator: "_"), elements: names.map { .init(propertyName: $0) })
        } + indexes
    }

    /// Whether an index that the entity itself declares begins with a property. A uniqueness constraint
    /// has one, too.
    fileprivate func hasIndex(beginningWith property: String, ofAll: Bool) -> Bool {
        attributes.contains { $0.name == property && $0.isIndexed }
            || indexes.contains {
                $0.elements.first?.propertyName == property
                    && (!ofAll || $0.partialIndexPredicateFormat == nil)
            }
            || uniquenessConstraints.contains { $0.first == property }
    }

    /// Whether the model's compiler marks an attribute as indexed in old style. It does so too for
    /// an attribute that an index has for its only element, so that stores have the index twice.
    func isIndexedAlone(_ attribute: AttributeDescription) -> Bool {
        attribute.isIndexed || indexes.contains { $0.isOnly(attribute.name) }
    }
}

extension ManagedObjectModel {
    /// Whether an index of an entity, or of one that it inherits from, begins with a property.
    ///
    /// - Parameter ofAll: whether only indexes of all records count, and not those with a condition. Default: false.
    func hasIndex(
        of entityName: String, beginningWith property: String, ofAll: Bool = false
    ) -> Bool {
        lineage(of: entityName).contains { $0.hasIndex(beginningWith: property, ofAll: ofAll) }
    }
}

extension FetchIndexDescription {
    /// Whether the index ascends by one attribute and nothing else.
    func isOnly(_ attribute: String) -> Bool {
        elements.count == 1 && elements[0].propertyName == attribute && elements[0].isAscending
            && elements[0].collationType == .binary && partialIndexPredicateFormat == nil
    }
}
