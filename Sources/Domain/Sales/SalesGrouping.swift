/// What totals are made for.
enum SalesGrouping: Hashable {
    case month, product, customer
}

/// Totals by group.
struct SalesGroups: Sendable {
    var byMonth: [CalendarDay: SalesTotals] = [:]
    var byRecord: [Int64: SalesTotals] = [:]

    var weight: Int { 1 + byMonth.count + byRecord.count }
}
