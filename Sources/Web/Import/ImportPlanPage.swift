import Domain
import Foundation

/// The preview of an import, row by row, with its confirmation.
struct ImportPlanPage: TemplatePage {
    static let template = "import/show"

    var layout: LayoutPage
    /// `customers.csv`.
    var name: String
    /// `3 new, 1 changed, 12 unchanged`.
    var counts: String
    /// The way in which the file was read, a sentence each.
    var facts: [String]
    /// Whether it can be confirmed.
    var isApplicable: Bool
    /// Whether rows are refused.
    var hasRefusals: Bool
    /// `2 rows are refused, so nothing can be imported.`
    var refusalText: String
    /// Warnings before the confirmation, a sentence each.
    var warnings: [String] = []
    /// Whether every row equals its record.
    var isNothingToDo: Bool
    /// Whether records changed since the former preview.
    var isStale = false
    /// The action of the form.
    var confirmPath: String
    /// The digest of the confirmed plan.
    var digest: String
    /// `Import 4 rows`.
    var confirmLabel: String
    /// The page that selects another file.
    var newPath: String
    /// The form for other choices about reading it; none for a file that is not stored.
    var mapping: [ImportMappingForm] = []
    /// The rows of the page, refused ones first.
    var rows: [ImportRowView]
    /// Whether there are more rows than a page has, so that they can be searched and filtered.
    var hasFilters: Bool
    var chips: [FilterChip] = []
    var search: ListSearch
    var paging: Paging
    /// The message if no row is found; empty otherwise.
    var nothingFoundText = ""
}

extension ImportPlanPage {
    /// The filter by verdict.
    private static let verdict = ListParameters.Filter(
        name: "verdict", label: "What", kind: .choice(RowVerdict.Kind.allCases.map(\.rawValue)))
    /// The parameters of its address.
    static let parameters = ListParameters(
        sortKeys: [], filters: [verdict], hasPredicate: false)

    /// - Parameters:
    ///   - query: the search, the filter and the page.
    ///   - token: the token of the file; nil for one that cannot be confirmed.
    ///   - list: the address of the page.
    init(
        _ file: ImportFile, _ plan: ImportPlan, _ query: ListQuery, token: String?,
        at list: SitePath, _ site: Site, _ place: ImportPlace
    ) throws {
        let found = try plan.rows.places(
            with: query.filter(Self.verdict.name).flatMap(RowVerdict.Kind.init),
            containing: query.search, from: query.offset,
            limit: query.perPage)
        let refused = plan.counts.refused
        let todo = plan.counts.new + plan.counts.changed
        self.init(
            layout: site.layout(
                title: "Import \(file.name)", section: place.section, topic: .importing,
                crumbs: place.crumbs(site.links)),
            name: file.name.isEmpty ? file.kind.label : file.name, counts: plan.counts.text,
            facts: Self.facts(file), isApplicable: plan.isApplicable && token != nil,
            hasRefusals: refused > 0,
            refusalText: ItemCount.text(refused, "row is", "rows are")
                + " refused, so nothing is imported. "
                + (file.openDayColumns.contains { $0.order == nil } && !file.rows.hasCardNumber
                    ? "Say below what its days mean, or fix" : "Fix")
                + " the file and upload it again.", warnings: plan.warnings,
            isNothingToDo: refused == 0 && todo == 0,
            confirmPath: site.links(token.map { place.waiting($0) } ?? place.root),
            digest: plan.digest, confirmLabel: "Import \(ItemCount.text(todo, "row", "rows"))",
            newPath: site.links(place.root),
            rows: try found.page.map { index in
                var row = try ImportRowView(
                    plan.rows.outcome(at: index), at: index, of: file, in: site.currency)
                if let token, row.hasPicture {
                    row.picturePath = site.links(place.picture(token, index))
                }
                row.hasPicture = !row.picturePath.isEmpty
                return row
            },
            hasFilters: query.isFiltered || plan.rows.count > query.perPage || query.page > 1,
            search: ListSearch(query, of: list, "rows", site.links),
            paging: Paging(query, total: found.count) { site.links($0.address(of: list)) })
        chips = query.chips(
            Self.verdict.name,
            RowVerdict.Kind.allCases.filter { plan.counts[$0] > 0 }.map {
                (label: $0.rawValue.capitalized, value: $0.rawValue, count: plan.counts[$0])
            }, of: list, site.links)
        if rows.isEmpty {
            nothingFoundText = query.nothingFoundText(
                total: found.count, one: "row", many: "rows", searched: "its texts")
        }
    }

    private static func facts(_ file: ImportFile) -> [String] {
        let writing =
            switch file.format {
            case .csv:
                "written in \(file.encoding.rawValue)"
                    + (file.separator.map { " with a \($0.label) between the cells" } ?? "")
            case .json: "written as JSON"
            case .store: "from a store, by the model that it holds"
            }
        var facts = [
            "It was read as \(file.kind.words), \(writing).",
            "Columns: \(file.columns.map { $0.label(in: file.kind) }.joined(separator: ", ")).",
        ]
        if !file.ignoredColumns.isEmpty {
            facts.append(
                "Not imported: \(file.ignoredColumns.joined(separator: ", ")). Below you can say where "
                    + "they go.")
        }
        return facts
    }
}

extension ImportRowView {
    /// - Parameter index: the index of the row.
    fileprivate init(
        _ row: RowOutcome, at index: Int, of file: ImportFile, in currency: Currency
    ) throws {
        self.init(
            line: String(row.line), label: row.label, state: "", faults: [],
            details: row.notes.map { FormText.sentence($0) })
        switch row.verdict {
        case .new:
            state = "New"
            hasPicture = try file.bringsPicture(at: index)
            let values = try file.values(at: index, in: currency).filter { $0.text != row.label }
                .map { "\($0.field ?? $0.column.label(in: file.kind)): \($0.text)" }
            if !values.isEmpty { details.insert(values.joined(separator: " · "), at: 0) }
        case .unchanged: state = "Unchanged"
        case .refused(let found):
            state = "Refused"
            faults = found.map { $0.sentence(in: file.kind) }
        case .changes(let changes):
            state = "Change"
            details = changes.map { Self.text($0, in: file.kind) } + details
            // An existing item keeps its picture, and gets the files that it lacks.
            if changes.contains(where: { $0.column == ImportColumn.files.rawValue }) {
                hasPicture = try file.bringsPicture(at: index)
            }
        }
    }

    private static func text(_ change: FieldChange, in kind: ImportKind) -> String {
        let former = change.former.isEmpty ? "nothing" : "“\(change.former)”"
        let new = change.new.isEmpty ? "nothing" : "“\(change.new)”"
        return "\(ImportColumn.label(of: change.column, in: kind)): \(former) becomes \(new)."
    }
}

/// A row of a preview.
struct ImportRowView: Sendable {
    /// The number of its line in the file.
    var line: String
    var label: String
    /// `New`, `Change`, `Unchanged`, `Refused`.
    var state: String
    /// The reasons for its refusal, a sentence each.
    var faults: [String]
    /// Changes and notes, a sentence each.
    var details: [String]
    /// The thumbnail of its picture; empty for none.
    var picturePath = ""
    var hasPicture = false
}
