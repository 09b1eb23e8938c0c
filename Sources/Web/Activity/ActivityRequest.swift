import Domain
import Foundation
import Hummingbird

/// Which changes an address asks for.
struct ActivityRequest: Sendable {
    var person = ""
    var section: Section?
    /// The day as it was typed.
    var day = ""
    private(set) var query = ActivityQuery()
    private(set) var faults: [FormFault] = []

    /// - Parameter sections: those that the viewer may read.
    /// - Throws: ``SiteError`` 400 if the address is not UTF-8.
    init(_ request: Request, sections: [Section]) throws(SiteError) {
        var names: [String: String] = [:]
        for (name, value) in try request.queryFields where !value.isEmpty { names[name] = value }
        for name in names.keys.sorted() where !Self.names.contains(name) {
            refuse(name, name, "there is no such filter")
        }
        person = names["person"] ?? ""
        query.author = names["person"]
        day = names["day"] ?? ""
        if let name = names["section"] {
            section = sections.first { $0.rawValue == name }
            if section == nil {
                refuse("section", "Section", "“\(name.prefix(30))” is none of yours")
            }
        }
        query.entities = ActivitySource.entities(of: section.map { [$0] } ?? sections)
        if let text = names["before"] {
            query.endNumber = Int64(text)
            if query.endNumber == nil {
                refuse("before", "Before", "“\(text.prefix(30))” is no number")
            }
        }
        guard !day.isEmpty else { return }
        do {
            let day = try CalendarDay(parsing: self.day)
            query.period = day.adding(days: -1).end()..<day.end()
        } catch {
            refuse("day", "Day", error.description)
        }
    }

    private static let names: Set<String> = ["person", "section", "day", "before"]

    private mutating func refuse(_ field: String, _ label: String, _ message: String) {
        var fault = FormFault(field: field, label: label, message: message)
        fault.hasField = ["section", "day"].contains(field)
        faults.append(fault)
    }

    /// The address of the same, before a save; of the newest for nil.
    func path(before number: Int64? = nil, json isJSON: Bool = false) -> SitePath {
        let fields: [(name: String, value: String)] = [
            ("person", person), ("section", section?.rawValue ?? ""), ("day", day),
            ("before", number.map { "\($0)" } ?? ""),
        ]
        let path = isJSON ? SitePath.activity.json : .activity
        return path.query(fields.filter { !$0.value.isEmpty })
    }
}
