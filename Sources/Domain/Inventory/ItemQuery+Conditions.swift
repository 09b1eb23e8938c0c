public import Foundation
public import Persistence

/// Filters that only the store evaluates, as conditions of a query (``ItemQuery/conditions``).
extension ItemQuery {
    /// Items with a tag; for nil, items without any.
    ///
    /// - Throws: errors of the model.
    public static func hasTag(
        _ number: Int64?, _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchPredicate {
        guard let number else { return .key("tags.@count") == 0 }
        let id = try coordinator.objectID(entityName: "Tag", recordNumber: number)
        return .any(.key("tags") == id)
    }

    /// A filter by warranty.
    public enum WarrantyFilter: String, Sendable, CaseIterable {
        case valid, soon, ended, none
    }

    /// The number of days before its end from which a warranty ends soon.
    public static let soonDays = 90

    /// Items whose warranty matches on a day.
    ///
    /// - Parameter days: the number of days before its end from which a warranty ends soon.
    public static func hasWarranty(
        _ filter: WarrantyFilter, on day: CalendarDay, within days: Int = soonDays
    ) -> FetchPredicate {
        let isForLife = FetchExpression.key("hasLifetimeWarranty") == true
        let until = FetchExpression.key("warrantyUntil")
        return switch filter {
        case .valid: .or([isForLife, until >= day.date])
        case .soon:
            .and([
                .not(isForLife), until >= day.date, until <= day.adding(days: days).date,
            ])
        case .ended: .and([.not(isForLife), until < day.date])
        case .none: .and([.not(isForLife), .key("warrantyUntil") == nil])
        }
    }

    /// Items with a serial number, or without one.
    public static func hasSerialNumber(_ isThere: Bool) -> FetchPredicate {
        .has("serialNumber", isThere)
    }

    /// Items with a receipt among their documents that are not trashed, or without one.
    ///
    /// - Throws: errors of the model.
    public static func hasReceipt(_ isThere: Bool) throws -> FetchPredicate {
        let receipts = #"$document.kind == "receipt" AND $document.trashedDate == nil"#
        return try FetchPredicate(
            format: "SUBQUERY(documents, $document, \(receipts)).@count \(isThere ? ">" : "==") 0")
    }

    /// Items that a stocktake has seen at a time or later.
    public static func isSeen(since date: Date) -> FetchPredicate {
        .and([.key("lastSeen") != nil, .key("lastSeen") >= date])
    }

    /// Items bought from a day on, or up to one.
    public static func isBought(
        from first: CalendarDay?, to last: CalendarDay?
    ) -> FetchPredicate? {
        let bought = FetchExpression.key("purchaseDate")
        return .all(
            [first.map { bought >= $0.date }, last.map { bought <= $0.date }].compactMap(\.self))
    }
}
