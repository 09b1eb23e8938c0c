import Domain
import Persistence

extension ListQuery {
    /// The message for an empty list: `No item has “lamp” in its name.`
    ///
    /// - Parameters:
    ///   - total: the number of records in the view.
    ///   - one: the noun for a record, `many` for several.
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
    /// The link in the head of a column; a second click reverses the order.
    ///
    /// - Parameters:
    ///   - list: the address of the list.
    ///   - isDefault: whether this is the list's default order.
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

    /// The named orders; the first is the default.
    func sorts(
        _ choices: [(label: String, sort: SortOrder)], of list: SitePath, _ links: SiteLinks
    ) -> [MenuItem] {
        choices.enumerated().map { index, choice in
            MenuItem(
                label: choice.label,
                path: links(sorted(by: index == 0 ? nil : choice.sort).address(of: list)),
                isCurrent: sort.map { $0 == choice.sort } ?? (index == 0))
        }
    }
}

extension ListQuery {
    /// The view of a list as JSON, as CSV, and as live updates.
    func alternates(of list: SitePath, _ links: SiteLinks) -> [AlternateLink] {
        [
            .json(links(address(of: list.json))), .csv(links(at(page: 1).address(of: list.csv))),
            .events(links(address(of: list.events))),
        ]
    }

    /// The title of the browser's tab: `Inventory: “sofa”, Type: Furniture, page 2`.
    ///
    /// - Parameters:
    ///   - name: the name of the whole list.
    ///   - list: the parameters of the list.
    ///   - names: the names of the records that filters select by number, by filter.
    func title(
        _ name: String, _ list: ListParameters, names: [String: String] = [:]
    ) -> String {
        var parts = words(list, names: names)
        if page > 1 { parts.append("page \(page, grouped: true)") }
        return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
    }

    /// The search and the filters in words: `“sofa”`, `Type: Furniture`.
    func words(_ list: ListParameters, names: [String: String]) -> [String] {
        let filters = list.filters.compactMap { filter in
            self.filter(filter.name).map { "\(filter.label): \(names[filter.name] ?? $0)" }
        }
        return (search.isEmpty ? [] : ["“\(search)”"]) + filters
            + (predicate == nil ? [] : ["by predicate"])
    }

    /// The names of the records that filters select by number, by filter.
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

extension ListQuery {
    /// The notice about a filter for a deleted record, which selects nothing.
    ///
    /// - Parameters:
    ///   - record: the kind of the record in words.
    ///   - list: the address of the list.
    func goneNotice(
        _ filter: String, _ record: String, of list: SitePath, _ links: SiteLinks
    ) -> Notice {
        Notice(
            text: "The \(record) that this view asks for was deleted, so that nothing fits.",
            isWarning: true,
            linkPath: links(filtered(filter, by: nil).address(of: list)),
            linkLabel: "Show the view without it")
    }

    /// The notices about filters for deleted records.
    ///
    /// - Parameter names: those of the records that are there, by filter.
    func goneNotices(
        _ parameters: ListParameters, names: [String: String], of list: SitePath,
        _ links: SiteLinks
    ) -> [Notice] {
        parameters.filters.compactMap { filter in
            guard filter.namedEntity != nil, number(filter.name) != nil, names[filter.name] == nil
            else { return nil }
            return goneNotice(filter.name, filter.recordWord, of: list, links)
        }
    }
}

/// Fetches the names of records without the records.
enum RecordNames {
    /// The names of records of an entity with a `name`, by record number.
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
