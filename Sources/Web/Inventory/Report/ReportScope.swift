public import Domain
import Foundation

/// What a report is of, and how it is arranged.
public struct ReportScope: Sendable {
    /// By what the items stand together.
    public enum Grouping: String, CaseIterable, Sendable {
        case location, type
    }

    public var grouping: Grouping
    /// The day at whose end the report is; nil for now.
    public var day: CalendarDay?
    /// The number of the location whose items it has; nil for all.
    public var location: Int64?
    /// Whose things they are, for the heading.
    public var owner: String

    /// Items of a report, at most.
    static let most = 5_000

    public init(
        grouping: Grouping = .location, day: CalendarDay? = nil, location: Int64? = nil,
        owner: String = ""
    ) {
        self.grouping = grouping
        self.day = day
        self.location = location
        self.owner = owner
    }

    /// Why no report is as of a day; nil for one that has come.
    public static func fault(ofDay day: CalendarDay) -> String? {
        day.isYetToCome ? "\(day) is in the future" : nil
    }

    /// The last moment of the day, where the server is; nil for now.
    var moment: Date? {
        day.map { day in
            let end = day.adding(days: 1).date
            return end - TimeInterval(TimeZone.current.secondsFromGMT(for: end))
        }
    }
}
