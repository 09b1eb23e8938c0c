import Domain
import Foundation
import Hummingbird

/// The report that an address asks for.
struct ReportRequest: Sendable {
    /// By what the items stand together.
    enum Grouping: String, CaseIterable, Sendable {
        case location, type
    }

    let query: ListQuery
    let faults: [FormFault]

    /// Items of a report, at most.
    static let most = 5_000

    private static let parameters = ListParameters(
        sortKeys: [],
        filters: [
            .init(name: "by", label: "By", kind: .choice(Grouping.allCases.map(\.rawValue))),
            .init(name: "asOf", label: "As of", kind: .day),
            .init(name: "location", label: "Location", kind: .id),
            .init(name: "owner", label: "Owner", kind: .text),
        ])

    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(_ request: Request) throws {
        let result = try ListQueryReader.readWithFaults(
            query: request.uri.query ?? "", Self.parameters)
        query = result.query
        faults = result.faults
    }

    var grouping: Grouping { query.filter("by").flatMap(Grouping.init) ?? .location }
    /// The day at whose end the report is; nil for now.
    var day: CalendarDay? { query.day("asOf") }
    var location: Int64? { query.number("location").map(Int64.init) }
    var owner: String { query.filter("owner") ?? "" }

    /// The last moment of the day, where the server is; nil for now.
    var moment: Date? {
        day.map { day in
            let end = day.adding(days: 1).date
            return end - TimeInterval(TimeZone.current.secondsFromGMT(for: end))
        }
    }
}
