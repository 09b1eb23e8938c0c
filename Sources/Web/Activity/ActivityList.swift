import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// The selected saves, with the names of the records that they changed.
struct ActivityList: Sendable {
    /// The number of records that are named for each save.
    private static let shown = 10
    /// Up to this number, saves are fetched by their numbers instead of filtered from all.
    private static let mostNamed = 200

    let request: ActivityRequest
    let activities: [Activity]
    /// The number of the last save that was read, if there may be earlier ones.
    private(set) var last: Int64?
    /// The number of saves that the view selects; nil where only the newest were read.
    private(set) var total: Int?
    /// The number of changes of each save, including those that are not named.
    private let totals: [Int]
    let entries: [ActivityEntry]

    /// The newest saves that the filters select.
    ///
    /// - Throws: errors of the store.
    init(
        newest request: ActivityRequest, _ site: Site, in context: ManagedObjectContext
    ) throws {
        let saves = try site.household.activity(request.activities, in: context)
        // A save that only informs other servers has changed no record.
        try self.init(saves.filter { !$0.changes.isEmpty }, request, site, in: context)
        last = saves.count == request.activities.limit ? saves.last?.number : nil
    }

    /// The saves on one page of a view, or all of them.
    ///
    /// - Throws: errors of the predicate and of the store.
    init(
        _ request: ActivityRequest, isWhole: Bool = false, _ site: Site,
        in context: ManagedObjectContext
    ) throws {
        var all = request.activities
        all.limit = 0
        let selected = try Self.selected(by: request, of: all, site, in: context)
        let page = isWhole ? selected : request.saves.page(selected, of: request.list)
        if page.count <= Self.mostNamed { all.numbers = Set(page.map(\.number)) }
        let told = page.isEmpty ? [] : try site.household.activity(all, in: context)
        let byNumber = Dictionary(told.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        try self.init(page.compactMap { byNumber[$0.number] }, request, site, in: context)
        total = selected.count
    }

    private init(
        _ activities: [Activity], _ request: ActivityRequest, _ site: Site,
        in context: ManagedObjectContext
    ) throws {
        self.request = request
        self.activities = activities
        let told = activities.map { site.catalog.told($0.changes) }
        totals = told.map(\.count)
        let ids = told.flatMap { $0.prefix(Self.shown).map(\.id) }
        let names = try site.catalog.names(of: ids, in: context)
        var formerNames = Dictionary(
            told.joined().compactMap { change in change.formerName.map { (change.id, $0) } },
            uniquingKeysWith: { first, _ in first })
        let unnamed = Set(ids).filter { names[$0] == nil && formerNames[$0] == nil }
        formerNames.merge(try site.household.formerNames(of: unnamed, in: context)) { $1 }
        entries = zip(activities, told).map { activity, changes in
            let rest = changes.count - Self.shown
            return ActivityEntry(
                date: ISO8601Text.utc(activity.date), moment: DateText.moment(activity.date),
                author: activity.author ?? "",
                lines: changes.prefix(Self.shown).map {
                    ActivityEntry.Line($0, names[$0.id], formerly: formerNames[$0.id], site)
                }, more: rest > 0 ? ItemCount.text(rest, "record", "records") : "")
        }
    }

    /// The saves that a view selects, in its order. Their changes are read only for a search in
    /// their words.
    private static func selected(
        by request: ActivityRequest, of all: ActivityQuery, _ site: Site,
        in context: ManagedObjectContext
    ) throws -> [Activity] {
        var all = all
        all.tellsChanges = !request.query.search.isEmpty
        var saves = try site.household.activity(all, in: context)
        if all.tellsChanges {
            let list = try ActivityList(saves, request, site, in: context)
            let words = FetchPredicate.words(request.query.search, inAnyOf: [["text"]])
            saves = try zip(saves, list.entries).filter { _, entry in
                let subject: [String: AttributeValue] = ["text": .string(entry.text)]
                return try words.allSatisfy { try $0.evaluate(with: subject) }
            }.map(\.0)
        }
        return try request.saves.records(saves, of: request.list.withoutSearch)
    }
}

extension ActivityEntry {
    /// `Anna: Changed item Sofa: value; Added tag blue`.
    fileprivate var text: String { (author.isEmpty ? "" : "\(author): ") + changesText }

    fileprivate var changesText: String {
        (lines.map(\.text) + (more.isEmpty ? [] : ["and \(more) more"])).joined(separator: "; ")
    }
}

// MARK: - For programs

extension ActivityList {
    /// The page of saves for programs.
    var json: JSONValue {
        let records = activities.indices.map { index in
            let activity = activities[index]
            return JSONValue.object([
                ("id", .int(Int(activity.number))), ("date", .date(activity.date)),
                ("author", .string(activity.author)),
                ("changes", .array(entries[index].lines.map(\.json))),
                ("total", .int(totals[index])),
            ])
        }
        return ListDocument.json(records, request.query, total: total ?? records.count)
    }

    /// The saves for spreadsheets.
    var csv: CSVDocument {
        var table = CSVDocument(columns: ["id", "date", "author", "changes", "total"])
        for (index, activity) in activities.enumerated() {
            table.append([
                .int(activity.number), .plain(ISO8601Text.utc(activity.date)),
                .text(activity.author), .text(entries[index].changesText), .int(totals[index]),
            ])
        }
        return table
    }
}

/// The changes that an address asks for.
struct ActivityRequest: ViewRequest {
    /// The filters, order and page of the list.
    private(set) var list: ListRequest
    /// The saves as a list.
    let saves: MemoryList<Activity>
    /// The saves that the filters select.
    private(set) var activities = ActivityQuery()
    /// The selected section; nil for all.
    let section: Section?

    private static func saves(of sections: [Section]) -> MemoryList<Activity> {
        MemoryList(
            "Save",
            [
                .init("id", .integer64) { .integer($0.number) },
                .init("date", .date) { .date($0.date) },
                .init("author", .string) { .text($0.author) },
            ],
            filters: [
                .init(name: "person", label: "Person", kind: .text),
                .init(
                    name: "section", label: "Section", kind: .choice(sections.map(\.rawValue))),
                .init(name: "day", label: "Day", kind: .day),
                .init(name: "before", label: "Before", kind: .number),
            ])
    }

    /// The parameters of the list.
    static func parameters(_ catalog: SectionCatalog) -> ListParameters {
        saves(of: catalog.choices).parameters
    }

    /// - Parameter sections: the sections that the user may read.
    /// - Throws: ``SiteError`` 400 if the address is not UTF-8.
    init(_ request: Request, _ catalog: SectionCatalog, sections: [Section]) throws {
        saves = Self.saves(of: sections)
        list = try saves.request(request)
        activities.author = list.query.filter("person")
        activities.endNumber = list.query.number("before").map(Int64.init)
        activities.period = list.query.day("day").map { $0.adding(days: -1).end()..<$0.end() }
        section = list.query.filter("section").flatMap(catalog.section(named:))
        activities.entities = catalog.entities(of: section.map { [$0] } ?? sections)
    }

    var query: ListQuery { list.query }
    var faults: [FieldError] { list.faults }

    func refused(_ fault: FieldError) -> ActivityRequest {
        var request = self
        request.list = list.refused(fault)
        return request
    }

    var person: String { query.filter("person") ?? "" }

    /// Whether the newest saves are asked for in their usual order, so that only these have to be
    /// read.
    var isOfNewest: Bool {
        query.search.isEmpty && query.predicate == nil && query.sort == nil && query.page == 1
            && query.perPage == ListQuery.defaultPerPage
    }

    /// The address of the same list before a save; from the newest save for nil.
    func path(before number: Int64?) -> SitePath {
        query.filtered("before", by: number.map { "\($0)" }).address(of: .activity)
    }

    var jsonPath: SitePath { query.address(of: SitePath.activity.json) }

    var csvPath: SitePath { query.address(of: SitePath.activity.csv) }
}
