import Persistence

/// The list of a resource.
struct RecordIndexPage: TemplatePage {
    static let template = "records/index"

    var layout: LayoutPage
    /// `Products`.
    var title: String
    /// `12 products, 58 sold, $1,326.10`.
    var summary: String
    /// `products`.
    var many: String
    /// The form for new records, if there is one: `New product`.
    var newLabel: String
    var newPath: String
    /// Whether the list can be shared by a link.
    var hasShare = false
    var shareListPath = ""
    var csvPath: String
    var jsonPath: String

    /// The list in other formats, such as a calendar, and the page that shares it.
    var otherForms: [PathLink] = []
    var sharePath = ""

    // The state of the list; exactly one of these is true.
    var hasRows = false
    /// There are no records at all.
    var isEmpty = false
    /// No record matches, or the page is after the last one.
    var isNothingFound = false
    /// The filters are invalid; the answer is 422.
    var isRefused = false

    var table: ListTable
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// Whether there are filter chips.
    var hasChips = false
    var chips: [FilterChip] = []
    /// The form for the days, at most one.
    var period: [PeriodForm] = []
    var search: ListSearch
    var filter: PredicateForm
    /// The list without filters, in the same order.
    var clearPath: String
    var sortLabel: String
    var sorts: [MenuItem]

    /// The search in words, for the page without results.
    var nothingFoundText = ""
    // The texts of the empty state.
    var icon: String
    var emptyHeading: String
    var emptyText: String
    /// The action of the form that the text speaks of, which hides it from users who may not post
    /// it; empty for a text that everyone sees.
    var emptyPostPath = ""
    /// `Add your first product`.
    var firstLabel: String
}

extension RecordIndexPage {
    /// The page of a list.
    ///
    /// - Throws: errors of the store.
    init(
        _ list: RecordList, _ records: [ListRow], _ resource: any ListedResource,
        in context: ManagedObjectContext
    ) throws {
        self.init(list.request, resource)
        let (query, words) = (list.request.query, resource.words)
        let isAtEnd = query.offset + list.count >= list.total
        let rows = records + (isAtEnd ? list.sums.rows : [])
        hasRows = !rows.isEmpty
        isEmpty = list.wholeCount == 0 && !query.isFiltered
        isNothingFound = !hasRows && !isEmpty
        nothingFoundText = query.nothingFoundText(
            total: list.total, one: words.one, many: words.many, searched: words.searched)
        summary = Self.summary(list, words)
        let parameters = resource.list.parameters
        let names = try query.names(parameters, in: context)
        layout.title = LayoutPage.title(query.title(words.title, parameters, names: names))
        if resource.list.isOrdered, query.isWholeOrder {
            let path = resource.links(resource.paths.position("{key}"))
            table.allowMoves(to: path, query, isEnd: isAtEnd)
        }
        table.fill(
            rows, totalLabel: list.sums.label ?? "Total of \(words.count(list.total))",
            totals: list.sums.cells)
        paging = Paging(query, total: list.total) {
            resource.links($0.address(of: resource.paths.list))
        }
        hasShare = hasRows && resource.site.catalog.sharedPaths.contains(resource.paths.list)
        let view = query.at(page: 1).address(of: resource.paths.list).path
        shareListPath = resource.links(SitePath.sharing.query([("list", view)]))
        chips = try resource.chips(list.request, wholeCount: list.wholeCount, in: context)
        // In an empty list, a chip is useful if another view has records.
        hasChips = chips.contains { !isEmpty || $0.count != "0" }
        layout.notices =
            try Self.notices(list.request, resource, in: context)
            + query.goneNotices(parameters, names: names, of: resource.paths.list, resource.links)
        layout.standing = try resource.standingNotices(in: context)
    }

    /// The page for an invalid address.
    init(refused request: ListRequest, _ resource: any ListedResource) {
        self.init(request, resource)
        summary = "This list cannot be shown"
        isRefused = true
    }

    /// The result of the last request, with an undo button for a deletion.
    private static func notices(
        _ request: ListRequest, _ resource: any ListedResource, in context: ManagedObjectContext
    ) throws -> [Notice] {
        guard let sent = request.sent else { return [] }
        if let notice = try resource.copiesNotice(sent.flash, sent.token, in: context) {
            return [notice]
        }
        let text = sent.flash.text(of: resource.words.one)
        let notice = try resource.site.undoNotice(
            resource.site.deletions, sent.token, at: resource.paths.undoDeletion, in: context
        ) { _ in text }
        return [notice ?? Notice(text: text)]
    }

    /// The parts that do not depend on records.
    private init(_ request: ListRequest, _ resource: any ListedResource) {
        let (query, links, words) = (request.query, resource.links, resource.words)
        let (list, address) = (resource.list, resource.paths.list)
        let sorts = list.sorts(query, of: address, links)
        let sortLabel = sorts.first(where: \.isCurrent)?.label ?? "Another order"
        let csvPath = links(query.at(page: 1).address(of: address.csv))
        let jsonPath = links(query.address(of: address.json))
        var layout = resource.site.layout(
            title: query.title(words.title, list.parameters), section: resource.place.section,
            subsection: resource.place.subsection)
        layout.alternates = query.alternates(of: address, links)
        self.init(
            layout: layout, title: words.title, summary: "", many: words.many,
            newLabel: "New \(words.one)",
            newPath: resource.hasForm ? links(Self.newPath(query, resource)) : "",
            csvPath: SpreadsheetMark.link(to: csvPath),
            jsonPath: jsonPath,
            table: ListTable(
                caption: "\(words.title), sorted by: \(sortLabel)",
                heads: list.heads(query, of: address, links), hasPhotos: list.hasPhotos),
            search: ListSearch(query, of: address, words.many, links),
            filter: PredicateForm(request, of: address, example: list.example, links),
            clearPath: links(query.unfiltered.address(of: address)), sortLabel: sortLabel,
            sorts: sorts, icon: words.icon, emptyHeading: words.emptyHeading,
            emptyText: words.emptyText, firstLabel: "Add your first \(words.one)")
        if list.hasPeriod { period = [PeriodForm(request, of: address, links)] }
        otherForms = resource.otherForms
        guard let shared = resource.sharedForm else { return }
        sharePath = links(SitePath.sharing.query([("list", shared.path)]))
    }

    /// The form of a new record, with the values of the list's filters.
    private static func newPath(
        _ query: ListQuery, _ resource: any ListedResource
    ) -> SitePath {
        resource.paths.new.query(
            resource.fieldsFromFilters.compactMap { name in
                guard let value = query.filter(name), value != "none" else { return nil }
                return (name, value)
            })
    }

    /// `3 of 12 products, 7 sold, $120.00`.
    private static func summary(_ list: RecordList, _ words: ResourceWords) -> String {
        if let summary = list.sums.summary, list.total > 0 { return summary }
        let found = list.request.query.isFiltered ? "\(list.total, grouped: true) of " : ""
        let sums = list.total == 0 ? [] : list.sums.texts
        return ([found + words.count(list.wholeCount)] + sums).joined(separator: ", ")
    }
}
