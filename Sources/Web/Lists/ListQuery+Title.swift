import Domain
import Persistence

extension ListQuery {
    /// What the browser's tab says of the view: `Inventory: “sofa”, Type: Furniture, page 2`.
    ///
    /// - Parameters:
    ///   - name: what the whole list is called.
    ///   - list: what the list understands.
    ///   - names: what the records are called that filters name by their numbers, by filter.
    func title(
        _ name: String, _ list: ListParameters, names: [String: String] = [:]
    ) -> String {
        var parts = words(list, names: names)
        if page > 1 { parts.append("page \(page, grouped: true)") }
        return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
    }

    /// What is searched and filtered by: `“sofa”`, `Type: Furniture`.
    func words(_ list: ListParameters, names: [String: String]) -> [String] {
        let filters = list.filters.compactMap { filter in
            self.filter(filter.name).map { "\(filter.label): \(names[filter.name] ?? $0)" }
        }
        return (search.isEmpty ? [] : ["“\(search)”"]) + filters
            + (predicate == nil ? [] : ["by predicate"])
    }

    /// What the records are called that filters name by their numbers, by filter.
    ///
    /// - Throws: errors of the store.
    func names(
        _ list: ListParameters, in context: ManagedObjectContext
    ) throws -> [String: String] {
        var names: [String: String] = [:]
        for filter in list.filters {
            guard let entity = filter.namedEntity, let number = number(filter.name) else {
                continue
            }
            names[filter.name] = try RecordNames.names(
                of: [Int64(number)], entity.rawValue, in: context)[Int64(number)]
        }
        return names
    }
}
