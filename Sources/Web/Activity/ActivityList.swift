import Domain
import Foundation
import Persistence

/// The saves that are asked for, with the names of what they changed.
struct ActivityList: Sendable {
    /// How many records of one save are named.
    private static let shown = 10

    let activities: [Activity]
    let entries: [ActivityEntry]

    /// - Throws: errors of the store.
    init(_ query: ActivityQuery, _ site: Site, in context: ManagedObjectContext) throws {
        activities = try site.household.activity(query, in: context)
        let ids = activities.flatMap { $0.changes.prefix(Self.shown).map(\.id) }
        let names = try ActivitySource.names(of: ids, in: context)
        entries = activities.map { activity in
            let rest = activity.changes.count - Self.shown
            return ActivityEntry(
                date: ISO8601Text.utc(activity.date), moment: DateText.moment(activity.date),
                author: activity.author ?? "", hasAuthor: activity.author != nil,
                lines: activity.changes.prefix(Self.shown).map {
                    ActivityEntry.Line($0, names[$0.id], site.links)
                }, more: rest > 0 ? ItemCount.text(rest, "record", "records") : "",
                hasMore: rest > 0)
        }
    }

    /// The saves for programs.
    var json: JSONValue {
        let records = zip(activities, entries).map { activity, entry in
            JSONValue.object([
                ("id", .int(Int(activity.number))), ("date", .date(activity.date)),
                ("author", .string(activity.author)),
                ("changes", .array(entry.lines.map(\.json))),
                ("total", .int(activity.changes.count)),
            ])
        }
        return .object([("records", .array(records))])
    }
}
