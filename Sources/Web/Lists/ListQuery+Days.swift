import Domain

extension ListQuery {
    /// The day of a filter; nil if it is not set. The reader has checked it.
    func day(_ name: String) -> CalendarDay? {
        filter(name).flatMap { text in
            let numbers = text.split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        }
    }
}
