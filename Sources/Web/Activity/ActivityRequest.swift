import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// Which changes an address asks for.
struct ActivityRequest: ViewRequest {
    /// The view as lists say it.
    private(set) var list: ListRequest
    /// The saves as a list.
    let saves: MemoryList<Activity>
    /// The saves that the filters select.
    private(set) var activities = ActivityQuery()
    /// The section that is asked for; nil for all.
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

    /// - Parameter sections: those that the viewer may read.
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
    var faults: [FormFault] { list.faults }

    func refused(_ fault: FormFault) -> ActivityRequest {
        var request = self
        request.list = list.refused(fault)
        return request
    }

    var person: String { query.filter("person") ?? "" }

    /// Whether it asks for the newest alone, in their order, so that no other has to be looked at.
    var isOfNewest: Bool {
        query.search.isEmpty && query.predicate == nil && query.sort == nil && query.page == 1
            && query.perPage == ListQuery.defaultPerPage
    }

    /// The address of the same, before a save; of the newest for nil.
    func path(before number: Int64?) -> SitePath {
        query.filtered("before", by: number.map { "\($0)" }).address(of: .activity)
    }

    /// The address of the same for programs.
    var jsonPath: SitePath { query.address(of: SitePath.activity.json) }

    /// The address of the same for spreadsheets.
    var csvPath: SitePath { query.address(of: SitePath.activity.csv) }
}
