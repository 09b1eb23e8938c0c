import Domain
import ObjectModel
import Persistence

extension ListedResource {
    /// The records that fit some conditions and the predicate of a view, in its order.
    ///
    /// - Parameter order: the order of a view that asks for none. Default: none.
    func request(
        _ list: ListRequest, where conditions: [FetchPredicate], else order: SortOrder? = nil
    ) -> FetchRequest<Record> {
        var request = FetchRequest<Record>()
        request.predicate = .all(conditions + [list.predicate].compactMap(\.self))
        request.sortDescriptors = sortDescriptors(of: list, else: order)
        return request
    }

    /// The order that a view asks for: texts as people sort them, all else by size.
    ///
    /// - Parameters:
    ///   - order: the order of a view that asks for none. Default: none.
    ///   - keyPaths: by what records are sorted under a key that is no attribute of theirs: `category.name`
    ///     under `category`.
    func sortDescriptors(
        of list: ListRequest, else order: SortOrder? = nil, at keyPaths: [String: String] = [:]
    ) -> [FetchSortDescriptor] {
        guard let sort = list.query.sort ?? order else { return [] }
        let keyPath = keyPaths[sort.attribute] ?? sort.attribute
        return [
            FetchSortDescriptor(
                keyPath, ascending: sort.isAscending,
                comparison: isText(keyPath) ? .localizedStandard : .plain)
        ]
    }

    /// Whether a text is at a key path from the records.
    private func isText(_ keyPath: String) -> Bool {
        let layout = site.household.container.coordinator.layout
        var entity = layout.entity(named: entityName)
        var isText = false
        for name in keyPath.split(separator: ".") {
            guard let slot = entity?.slot(named: String(name)) else { return false }
            isText = slot.attribute?.attributeType == .string
            entity = slot.relationship.flatMap { layout.entity(named: $0.destinationEntity) }
        }
        return isText
    }
}
