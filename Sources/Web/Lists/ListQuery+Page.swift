import Domain
import Persistence

extension ListQuery {
    /// What a list says that has nothing on the page: `No item has “lamp” in its name.`
    ///
    /// - Parameters:
    ///   - total: how many records the view selects.
    ///   - one: what a record is called, `many` several of them.
    ///   - searched: where a search looks: `its name`.
    func nothingFoundText(
        total: Int, one: String, many: String, searched: String
    ) -> String {
        guard total == 0 else { return "There is no page \(page, grouped: true) of these \(many)." }
        guard !search.isEmpty, filters.isEmpty, predicate == nil else {
            return "No \(one) fits these filters."
        }
        return "No \(one) has “\(search)” in \(searched)."
    }
}

extension ListQuery {
    /// The link in the head of a column; the second click turns the order round.
    ///
    /// - Parameters:
    ///   - list: the address of the list.
    ///   - isDefault: whether a list without an order is sorted this way.
    func column(
        _ label: String, _ attribute: String, isDescendingFirst: Bool = false,
        isDefault: Bool = false, of list: SitePath, _ links: SiteLinks
    ) -> SortLink {
        let first = SortOrder(attribute, ascending: !isDescendingFirst)
        let current = sort ?? (isDefault ? first : nil)
        let shown = current?.attribute == attribute ? current : nil
        return SortLink(
            label: label,
            path: links(sorted(by: shown?.reversed ?? first).address(of: list)),
            isAscending: shown?.isAscending == true, isDescending: shown?.isAscending == false,
            isCurrent: shown != nil)
    }

    /// The ways to sort that have a name; the first one is that of a list without an order.
    func sorts(
        _ choices: [(label: String, sort: SortOrder)], of list: SitePath, _ links: SiteLinks
    ) -> [SortLink] {
        choices.enumerated().map { index, choice in
            SortLink(
                label: choice.label,
                path: links(sorted(by: index == 0 ? nil : choice.sort).address(of: list)),
                isCurrent: sort.map { $0 == choice.sort } ?? (index == 0))
        }
    }
}

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

/// The names of records, without the records.
enum RecordNames {
    /// The names of records of an entity that has a `name`, by record number.
    ///
    /// - Throws: errors of the store.
    static func names(
        of numbers: [Int64], _ entity: String, in context: ManagedObjectContext
    ) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        var request = DictionaryFetchRequest(
            entityName: entity, columns: [("record", .evaluatedObject), ("name", .key("name"))])
        request.predicate = FetchExpression.evaluatedObject.isIn(
            try numbers.map {
                try context.coordinator.objectID(entityName: entity, recordNumber: $0)
            })
        for row in try context.fetchDictionaries(request) {
            guard let number = row["record"]?.objectID?.recordNumber else { continue }
            names[number] = row["name"]?.stringValue
        }
        return names
    }
}
