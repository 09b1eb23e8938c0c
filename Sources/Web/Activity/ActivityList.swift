import Domain
import Foundation
import Persistence

/// The saves that are asked for, with the names of what they changed.
struct ActivityList: Sendable {
    /// How many records of one save are named.
    private static let shown = 10

    let activities: [Activity]
    /// The number of the last save that was looked at, if there may be more before it.
    let last: Int64?
    /// How many changes of each are told.
    private let totals: [Int]
    let entries: [ActivityEntry]

    /// - Throws: errors of the store.
    init(_ query: ActivityQuery, _ site: Site, in context: ManagedObjectContext) throws {
        let saves = try site.household.activity(query, in: context)
        last = saves.count == query.limit ? saves.last?.number : nil
        // What is told to other servers alone has changed nothing.
        activities = saves.filter { !$0.changes.isEmpty }
        let told = activities.map { ActivitySource.told($0.changes) }
        totals = told.map(\.count)
        let ids = told.flatMap { $0.prefix(Self.shown).map(\.id) }
        let names = try ActivitySource.names(of: ids, in: context)
        entries = zip(activities, told).map { activity, changes in
            let rest = changes.count - Self.shown
            return ActivityEntry(
                date: ISO8601Text.utc(activity.date), moment: DateText.moment(activity.date),
                author: activity.author ?? "", hasAuthor: activity.author != nil,
                lines: changes.prefix(Self.shown).map {
                    ActivityEntry.Line($0, names[$0.id], site)
                }, more: rest > 0 ? ItemCount.text(rest, "record", "records") : "",
                hasMore: rest > 0)
        }
    }

    /// The saves for programs.
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
        return .object([("records", .array(records))])
    }
}
