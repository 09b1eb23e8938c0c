import Domain
import Foundation

/// A view of a list as its address says it: what is searched for, how it is sorted, which page,
/// which filters.
struct ListQuery: Sendable, Hashable {
    static let defaultPerPage = 50
    static let largestPerPage = 200
    /// Records of a list that is asked for as a whole, to be printed.
    static let mostOnOnePage = 5000
    /// What `perPage` says then.
    static let onOnePage = "all"
    /// Words of a search; each costs a look at every record.
    static let mostSearchWords = 50
    /// The longest search: more words have nowhere to be, and each costs a walk through all texts.
    static let longestSearch = 500

    /// The words that are searched for; empty for none.
    var search = ""
    /// The order; nil for the owner's.
    var sort: SortOrder?
    /// The page, from 1.
    private(set) var page = 1
    /// Records on a page.
    private(set) var perPage = ListQuery.defaultPerPage
    /// A predicate in the format-string language; nil for none.
    var predicate: String?
    /// The values of filters under their names.
    private(set) var filters: [String: String] = [:]

    /// The whole list in the owner's order.
    init() {}

    /// The words that are searched for, each of which a record has to have.
    var words: [String] { search.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// How many records come before the page.
    var offset: Int { (page - 1) * perPage }

    /// Whether anything narrows the list.
    var isFiltered: Bool { !search.isEmpty || predicate != nil || !filters.isEmpty }

    /// Whether the list is in the owner's order, with nothing left out.
    var isWholeOrder: Bool { !isFiltered && sort == nil }

    // MARK: - Filters

    /// The text of a filter; nil if it is not set.
    func filter(_ name: String) -> String? { filters[name] }

    /// The number of a filter; nil if it is not set, or is a word such as `none`.
    func number(_ name: String) -> Int? { filters[name].flatMap { Int($0) } }

    /// The amount of a filter; nil if it is not set.
    func amount(_ name: String) -> Decimal? {
        filters[name].flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
    }

    /// The record of a filter that takes a number or `none`.
    func reference(_ name: String) -> ReferenceFilter? {
        filters[name].flatMap { text in text == "none" ? .some(.none) : Int(text).map { .id($0) } }
    }

    /// The yes or no of a filter; nil if it is not set.
    func flag(_ name: String) -> Bool? { filters[name].map { $0 == "yes" } }

    // MARK: - Other views

    /// The same view, at a page.
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

    /// The whole list on one page, as long as it is not too long for one.
    var onOnePage: ListQuery {
        var query = at(page: 1)
        query.perPage = Self.mostOnOnePage
        return query
    }

    /// Whether the view is that of ``onOnePage``.
    var isOnOnePage: Bool { perPage == Self.mostOnOnePage }

    /// The parameters that differ from the defaults, which is what an address needs.
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

    /// The address of a list that shows this view.
    func address(of list: SitePath) -> SitePath { list.query(parameters) }
}

extension ListQuery {
    /// Takes the values that were read; the reader has checked them.
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
    /// The day of a filter; nil if it is not set. The reader has checked it.
    func day(_ name: String) -> CalendarDay? {
        filter(name).flatMap { text in
            let numbers = text.split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        }
    }
}

/// An attribute that a list is sorted by, and which way.
struct SortOrder: Sendable, Hashable {
    let attribute: String
    let isAscending: Bool

    init(_ attribute: String, ascending: Bool = true) {
        self.attribute = attribute
        isAscending = ascending
    }

    /// Reads a parameter: the attribute, with `-` in front for descending.
    init(parameter: String) {
        let isDescending = parameter.hasPrefix("-")
        self.init(
            isDescending ? String(parameter.dropFirst()) : parameter, ascending: !isDescending)
    }

    /// The order as a parameter.
    var parameter: String { (isAscending ? "" : "-") + attribute }

    /// The same attribute the other way.
    var reversed: SortOrder { SortOrder(attribute, ascending: !isAscending) }
}

/// A filter for a to-one relationship.
enum ReferenceFilter: Sendable, Equatable {
    /// Records that refer to the one with this number.
    case id(Int)
    /// Records that refer to none.
    case none
}
