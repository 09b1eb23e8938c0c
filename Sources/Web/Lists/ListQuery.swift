import Domain
import Foundation

/// A view of a list in an address: search, order, page and filters.
struct ListQuery: Sendable, Hashable {
    static let defaultPerPage = 50
    static let largestPerPage = 200
    /// The maximum number of records on a page with the whole list, for printing.
    static let mostOnOnePage = 5000
    /// The value of `perPage` for the whole list.
    static let onOnePage = "all"
    /// The maximum number of words in a search, because each is looked for in every record.
    static let mostSearchWords = 50
    /// The maximum length of a search, because each word costs a scan of all texts.
    static let longestSearch = 500

    /// The search text; empty for none.
    var search = ""
    /// The order; nil for the manual order.
    var sort: SortOrder?
    /// The page, from 1.
    private(set) var page = 1
    /// The number of records on a page.
    private(set) var perPage = ListQuery.defaultPerPage
    /// A predicate in the format-string language; nil for none.
    var predicate: String?
    /// The values of filters by their names.
    private(set) var filters: [String: String] = [:]

    /// The whole list in manual order.
    init() {}

    /// The words of the search, all of which a record must contain.
    var words: [String] { search.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// The number of records before the page.
    var offset: Int { (page - 1) * perPage }

    /// Whether the list is searched or filtered.
    var isFiltered: Bool { !search.isEmpty || predicate != nil || !filters.isEmpty }

    /// Whether the list is unfiltered and in manual order.
    var isWholeOrder: Bool { !isFiltered && sort == nil }

    // MARK: - Filters

    /// The text of a filter; nil if it is not set.
    func filter(_ name: String) -> String? { filters[name] }

    /// The number of a filter; nil if it is not set, or a word such as `none`.
    func number(_ name: String) -> Int? { filters[name].flatMap { Int($0) } }

    /// The amount of a filter; nil if it is not set.
    func amount(_ name: String) -> Decimal? {
        filters[name].flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
    }

    /// The record of a filter that accepts a number or `none`.
    func reference(_ name: String) -> ReferenceFilter? {
        filters[name].flatMap { text in text == "none" ? .some(.none) : Int(text).map { .id($0) } }
    }

    /// The yes or no of a filter; nil if it is not set.
    func flag(_ name: String) -> Bool? { filters[name].map { $0 == "yes" } }

    // MARK: - Other views

    /// The same view at another page.
    func at(page: Int) -> ListQuery {
        var query = self
        query.page = page
        return query
    }

    /// The first page, in another order.
    func sorted(by sort: SortOrder?) -> ListQuery {
        var query = at(page: 1)
        query.sort = sort
        return query
    }

    /// The first page, with a filter set, or without it if the value is nil.
    func filtered(_ name: String, by value: String?) -> ListQuery {
        var query = at(page: 1)
        query.filters[name] = value
        return query
    }

    /// The first page without search and filters, in the same order.
    var unfiltered: ListQuery {
        var query = ListQuery()
        query.sort = sort
        query.perPage = perPage
        return query
    }

    /// The whole list on one page, up to a maximum length.
    var onOnePage: ListQuery {
        var query = at(page: 1)
        query.perPage = Self.mostOnOnePage
        return query
    }

    /// Whether the view is that of ``onOnePage``.
    var isOnOnePage: Bool { perPage == Self.mostOnOnePage }

    /// The parameters that differ from the defaults, as an address needs them.
    var parameters: [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        if !search.isEmpty { parameters.append(("q", search)) }
        parameters += filters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if let predicate { parameters.append(("predicate", predicate)) }
        if let sort { parameters.append(("sort", sort.parameter)) }
        if perPage != Self.defaultPerPage {
            parameters.append(("perPage", isOnOnePage ? Self.onOnePage : String(perPage)))
        }
        if page != 1 { parameters.append(("page", String(page))) }
        return parameters
    }

    func address(of list: SitePath) -> SitePath { list.query(parameters) }
}

extension ListQuery {
    /// Takes values that the reader has validated.
    init(
        search: String, sort: SortOrder?, page: Int, perPage: Int, predicate: String?,
        filters: [String: String]
    ) {
        self.search = search
        self.sort = sort
        self.page = page
        self.perPage = perPage
        self.predicate = predicate
        self.filters = filters
    }
}

extension ListQuery {
    /// The day of a filter, which the reader has validated; nil if it is not set.
    func day(_ name: String) -> CalendarDay? {
        filter(name).flatMap { text in
            let numbers = text.split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        }
    }
}

/// An attribute to sort by, and the direction.
struct SortOrder: Sendable, Hashable {
    let attribute: String
    let isAscending: Bool

    init(_ attribute: String, ascending: Bool = true) {
        self.attribute = attribute
        isAscending = ascending
    }

    /// Parses a parameter: the attribute, with a leading `-` for descending.
    init(parameter: String) {
        let isDescending = parameter.hasPrefix("-")
        self.init(
            isDescending ? String(parameter.dropFirst()) : parameter, ascending: !isDescending)
    }

    /// The order as a parameter.
    var parameter: String { (isAscending ? "" : "-") + attribute }

    /// The same attribute in the other direction.
    var reversed: SortOrder { SortOrder(attribute, ascending: !isAscending) }
}

/// A filter for a to-one relationship.
enum ReferenceFilter: Sendable, Equatable {
    /// Records that refer to the record with this number.
    case id(Int)
    /// Records that refer to none.
    case none
}
