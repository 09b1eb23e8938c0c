import Foundation
import Persistence

/// The first and the last day of sales.
struct SalesSpan: Sendable {
    var days: ClosedRange<CalendarDay>?

    init(_ period: SalesPeriod, in context: ManagedObjectContext) throws {
        var request = DictionaryFetchRequest(entityName: "Sale")
        request.columns = [
            ("first", .function("min:", [.keyPath(["date"])])),
            ("last", .function("max:", [.keyPath(["date"])])),
        ]
        request.predicate = .all(
            try period.saleConditions(prefix: [], context.coordinator)
                + [.has("voidedAt", false), .has("returnOf", false)])
        guard let row = try context.fetchDictionaries(request).first,
            case .date(let first) = row["first"], case .date(let last) = row["last"]
        else { return }
        days = CalendarDay(first)...CalendarDay(last)
    }
}
