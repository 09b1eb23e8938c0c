import Domain
import Foundation
import Hummingbird

/// Reads a view of a list from an address. Invalid parameters are faults and never ignored.
struct ListQueryReader {
    private let list: ListParameters
    private let currency: Currency?
    private let region: Region
    private var values: [String: String] = [:]
    private var faults: [FieldError] = []

    /// Reads the view of a list.
    ///
    /// - Throws: ``SiteError`` 422 with a fault for each invalid parameter, 400 if the query is not
    ///   UTF-8.
    static func read(_ request: Request, _ list: ListParameters) throws -> ListQuery {
        try read(query: request.uri.query ?? "", list, by: request.region)
    }

    /// Reads the view of a list from the query of an address.
    ///
    /// - Parameter region: as below.
    static func read(
        query: String, _ list: ListParameters, by region: Region = .unchosen
    ) throws -> ListQuery {
        let result = try readWithFaults(query: query, list, by: region)
        guard result.faults.isEmpty else {
            throw SiteError.unprocessable("This list cannot be shown", faults: result.faults)
        }
        return result.query
    }

    /// Reads all valid parameters, for a page that shows the form with its faults.
    ///
    /// - Parameters:
    ///   - currency: the currency whose symbol amounts may have; nil, the default, for any.
    ///   - region: the format of days and amounts. Default: that without a choice.
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    static func readWithFaults(
        query: String, _ list: ListParameters, in currency: Currency? = nil,
        by region: Region = .unchosen
    ) throws -> (query: ListQuery, faults: [FieldError]) {
        var reader = ListQueryReader(list: list, in: currency, by: region)
        try reader.collect(query)
        let result = reader.makeQuery()
        return (result, reader.faults)
    }

    private init(list: ListParameters, in currency: Currency?, by region: Region) {
        self.list = list
        self.currency = currency
        self.region = region
    }

    /// Empty parameters count as absent, since a browser sends all fields of a form.
    private mutating func collect(_ query: String) throws {
        let names =
            list.filters.map(\.name) + ["q", "sort", "page", "perPage"]
            + (list.hasPredicate ? ["predicate"] : [])
        let known = Set(names)
        for (name, value) in try Self.decode(query) {
            let value = try FormText.normalized(value, field: name)
            if !known.contains(name) {
                fail(
                    FormText.shown(name),
                    "there is no such filter here; there are \(names.listText)")
            } else if !value.allSatisfy(\.isWhitespace) {
                values[name] = value
            }
        }
    }

    private static func decode(_ query: String) throws -> [(name: String, value: String)] {
        do {
            return try QueryText.decode(query.utf8)
        } catch {
            throw SiteError.malformed("Parameter \(error.position) is not UTF-8 text.")
        }
    }

    private mutating func makeQuery() -> ListQuery {
        let sort = readSort()
        let page = readNumber("page", in: 1...Int(Int32.max)) ?? 1
        let perPage = readPerPage()
        return ListQuery(
            search: readSearch(), sort: sort, page: page, perPage: perPage,
            predicate: values["predicate"], filters: readFilters())
    }

    private mutating func readPerPage() -> Int {
        if values["perPage"] == ListQuery.onOnePage { return ListQuery.mostOnOnePage }
        return readNumber("perPage", in: 1...ListQuery.largestPerPage) ?? ListQuery.defaultPerPage
    }

    private mutating func readSearch() -> String {
        let text = values["q"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard text.count <= ListQuery.longestSearch else {
            fail(
                "q",
                "it has \(text.count) characters; at most \(ListQuery.longestSearch) are allowed"
            )
            return ""
        }
        let count = text.split(whereSeparator: \.isWhitespace).count
        guard count > ListQuery.mostSearchWords else { return text }
        fail("q", "it has \(count) words; at most \(ListQuery.mostSearchWords) are allowed")
        return ""
    }

    private mutating func readSort() -> SortOrder? {
        guard let text = values["sort"] else { return nil }
        let order = SortOrder(parameter: text)
        guard
            list.sortKeys.contains(order.attribute)
                || list.furtherSortKeys().contains(order.attribute)
        else {
            fail("sort", "“\(text.prefix(100))” is not an order of this list")
            return nil
        }
        return order
    }

    private mutating func readFilters() -> [String: String] {
        var filters: [String: String] = [:]
        for filter in list.filters {
            guard let text = values[filter.name] else { continue }
            filters[filter.name] = read(text.trimmingCharacters(in: .whitespaces), as: filter)
        }
        checkPeriod(&filters)
        checkAmounts(&filters)
        return filters
    }

    /// A period that ends before it begins is a fault, because it can select nothing.
    private mutating func checkPeriod(_ filters: inout [String: String]) {
        let query = ListQuery(
            search: "", sort: nil, page: 1, perPage: 1, predicate: nil, filters: filters)
        guard let from = query.day("from"), let to = query.day("to"), to < from else { return }
        filters["to"] = nil
        fail("to", "\(to) is before the first day, \(from)")
    }

    /// The same of amounts.
    private mutating func checkAmounts(_ filters: inout [String: String]) {
        let query = ListQuery(
            search: "", sort: nil, page: 1, perPage: 1, predicate: nil, filters: filters)
        guard let least = query.amount("minValue"), let most = query.amount("maxValue"),
            most < least
        else { return }
        filters["maxValue"] = nil
        let (shown, limit) = (
            region.fieldText(plain: "\(most)"), region.fieldText(plain: "\(least)")
        )
        fail("maxValue", "\(shown) is below the lowest value, \(limit)")
    }

    private mutating func read(_ text: String, as filter: ListParameters.Filter) -> String? {
        switch filter.kind {
        case .text: return text
        case .idOrNone:
            return text == "none" ? text : readID(text, filter.name)
        case .id:
            return readID(text, filter.name)
        case .day:
            return readDay(text, filter.name)
        case .number:
            return readNumber(filter.name, in: 0...Int.max).map(String.init)
        case .amount:
            return readAmount(text, filter.name)
        case .choice(let choices):
            guard !choices.contains(text) else { return text }
            fail(
                filter.name,
                "“\(text.prefix(100))” is not one of \(choices.joined(separator: ", "))")
            return nil
        }
    }

    /// A number that no record can have selects nothing, like an unknown one.
    private mutating func readID(_ text: String, _ name: String) -> String? {
        let isTooLarge = text.count > 18 && text.utf8.allSatisfy { (48...57).contains($0) }
        if isTooLarge, Int(text) == nil { return String(Int.max) }
        return readNumber(name, in: 1...Int.max).map(String.init)
    }

    private mutating func readAmount(_ text: String, _ name: String) -> String? {
        do {
            return try Money.parse(text, in: currency, by: region).map { "\($0)" }
        } catch {
            // In an address without a region, `$1,000` is a thousand: no limit has thousandths.
            if case .ambiguous(_, let whole, _) = error, !region.isChosen, text.contains(",") {
                return "\(whole)"
            }
            fail(name, error.message(in: currency ?? .dollar))
            return nil
        }
    }

    private mutating func readDay(_ text: String, _ name: String) -> String? {
        do {
            return try CalendarDay(parsing: text, by: region).description
        } catch {
            fail(name, error.description)
            return nil
        }
    }

    private mutating func readNumber(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = values[name]?.trimmingCharacters(in: .whitespaces) else { return nil }
        guard let number = Int(text) else {
            fail(name, "“\(text.prefix(100))” is not a whole number")
            return nil
        }
        guard range.contains(number) else {
            let isOpen = range.upperBound >= Int(Int32.max) && number < range.lowerBound
            let limit = isOpen ? "" : " and at most \(range.upperBound)"
            fail(name, "it has to be at least \(range.lowerBound)\(limit), not \(number)")
            return nil
        }
        return number
    }

    private mutating func fail(_ name: String, _ message: String) {
        var fault = FieldError(field: name, label: list.label(of: name), message: message)
        fault.hasField = list.hasField(name)
        faults.append(fault)
    }
}
