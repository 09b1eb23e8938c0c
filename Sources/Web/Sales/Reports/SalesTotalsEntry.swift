import Domain

/// The totals of a month, of a product or of a customer.
struct SalesTotalsEntry: Sendable {
    /// What the totals are of.
    enum Subject: Sendable {
        /// A month, by its first day.
        case month(CalendarDay)
        case product(Int64, name: String)
        case customer(Int64, name: String)
        /// Sales whose customer was removed.
        case nobody
    }

    var subject: Subject
    let totals: SalesTotals

    /// What people call it.
    var name: String {
        switch subject {
        case .month(let day): DayText.month(day)
        case .product(_, let name), .customer(_, let name): name
        case .nobody: "Person removed"
        }
    }

    /// The number of the record; 0 for a month, and for removed customers.
    var recordNumber: Int64 {
        switch subject {
        case .product(let number, _), .customer(let number, _): number
        case .month, .nobody: 0
        }
    }

    /// The sales behind the totals, or the record itself.
    var address: SitePath {
        switch subject {
        case .month(let day):
            ListQuery().filtered("from", by: day.firstOfMonth.description)
                .filtered("to", by: day.lastOfMonth.description).address(of: .sales)
        case .product(let number, _): .product(number)
        case .customer(let number, _): .customer(number)
        case .nobody: ListQuery().filtered("customer", by: "none").address(of: .sales)
        }
    }

    /// `2026-11`.
    static func monthText(_ day: CalendarDay) -> String { String(day.description.prefix(7)) }
}

extension DayText {
    /// The month of a day: `November 2026`.
    static func month(_ day: CalendarDay) -> String {
        let words = long(day).split(separator: " ")
        return "\(words[0]) \(day.year)"
    }

    /// The month of a day in three letters: `Nov`.
    static func shortMonth(_ day: CalendarDay) -> String { String(long(day).prefix(3)) }
}
