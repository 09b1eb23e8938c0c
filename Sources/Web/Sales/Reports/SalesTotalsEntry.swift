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
    ///
    /// - Parameter query: the view whose totals they are.
    func address(in query: ListQuery) -> SitePath {
        switch subject {
        case .month(let day):
            let first = max(day.firstOfMonth, query.day("from") ?? day.firstOfMonth)
            let last = min(day.lastOfMonth, query.day("to") ?? day.lastOfMonth)
            return sales(query, from: first, to: last).address(of: .sales)
        case .product(let number, _): return .product(number)
        case .customer(let number, _): return .customer(number)
        case .nobody:
            return sales(query, from: query.day("from"), to: query.day("to"))
                .filtered("customer", by: "none").address(of: .sales)
        }
    }

    private func sales(_ query: ListQuery, from: CalendarDay?, to: CalendarDay?) -> ListQuery {
        var sales = ListQuery().filtered("from", by: from?.description)
            .filtered("to", by: to?.description)
        sales.predicate = query.predicate
        return sales
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

    /// The month of a day with the last digits of its year: `Nov ’26`.
    static func shortMonthOfYear(_ day: CalendarDay) -> String {
        "\(shortMonth(day)) ’\(String(day.year).suffix(2))"
    }
}
