/// The links between the pages of a list.
struct Paging: Sendable {
    /// `51 to 100 of 1,284`.
    var text: String
    var hasPages: Bool
    var previousPath: String
    var nextPath: String
    var numbers: [PageNumber]
    var wholeLabel: String
    var wholePath: String

    /// Links to the first and last page and to the neighbors of the current one.
    ///
    /// - Parameters:
    ///   - query: the view of the list at its current page.
    ///   - total: the number of records on all pages.
    ///   - path: the address of a view.
    init(_ query: ListQuery, total: Int, path: (ListQuery) -> String) {
        let (page, perPage) = (query.page, query.perPage)
        let last = max(1, (total + perPage - 1) / perPage)
        let first = (page - 1) * perPage
        text =
            first < total
            ? "\(first + 1, grouped: true) to \(min(first + perPage, total), grouped: true)"
                + " of \(total, grouped: true)"
            : "\(total, grouped: true) in all"
        hasPages = last > 1 || page > last
        previousPath = page > 1 ? path(query.at(page: min(page - 1, last))) : ""
        nextPath = page < last ? path(query.at(page: page + 1)) : ""
        numbers = Self.numbers(around: page, last: last) { path(query.at(page: $0)) }
        let most = ListQuery.mostOnOnePage
        wholeLabel =
            total > most
            ? "\(most, grouped: true) on a page, to print" : "All on one page, to print"
        wholePath = hasPages && !query.isOnOnePage ? path(query.onOnePage) : ""
    }

    /// The first page, the last one, and those next to the current one, with gaps between.
    private static func numbers(
        around page: Int, last: Int, path: (Int) -> String
    ) -> [PageNumber] {
        let shown = Set([1, page - 1, page, page + 1, last].filter { (1...last).contains($0) })
        var numbers: [PageNumber] = []
        var previous = 0
        for number in shown.sorted() {
            if number > previous + 1 {
                numbers.append(PageNumber(label: "…", path: "", isGap: true))
            }
            let label = "\(number, grouped: true)"
            numbers.append(
                PageNumber(label: label, path: path(number), isCurrent: number == page))
            previous = number
        }
        return numbers
    }
}

/// A page number, or a gap between two of them.
struct PageNumber: Sendable {
    var label: String
    var path: String
    var isCurrent = false
    var isGap = false
}
