import ObjectModel

/// Values that no two records of an entity share.
struct UniquenessConstraint {
    /// The entity that declares it.
    let entity: EntityLayout
    let slots: [PropertySlot]

    var properties: [String] { slots.map(\.name) }

    /// Asks for the records that have one of several lists of values.
    func fetch(_ values: some Sequence<[AttributeValue]>) -> StoreFetch {
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = .or(values.map(predicate))
        return fetch
    }

    private func predicate(_ values: [AttributeValue]) -> FetchPredicate {
        .and(
            zip(slots, values).map { slot, value in
                .comparison(FetchComparison(.keyPath([slot.name]), .equal, .constant(value)))
            })
    }
}

extension ModelLayout {
    /// The uniqueness constraints of an entity, inherited ones included.
    func uniquenessConstraints(of entity: EntityLayout) -> [UniquenessConstraint] {
        model.lineage(of: entity.name).flatMap { description in
            description.uniquenessConstraints.compactMap { names in
                guard let declaring = self.entity(named: description.name) else { return nil }
                let slots = names.compactMap(declaring.slot(named:))
                return slots.count == names.count
                    ? UniquenessConstraint(entity: declaring, slots: slots) : nil
            }
        }
    }
}
