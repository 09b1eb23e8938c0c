import Domain

extension Loan {
    /// `Due June 1, 2026`, `Back since May 20, 2026`.
    var stateText: String {
        let due = due.map(CalendarDay.init)
        return switch (state(on: .today()), returned.map(CalendarDay.init), due) {
        case (.back, let day?, _): "Back since \(DayText.long(day))"
        case (.overdue, _, let day?): "Overdue since \(DayText.long(day))"
        case (_, _, let day?): "Due \(DayText.long(day))"
        default: "Out"
        }
    }
}
