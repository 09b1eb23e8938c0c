public import Persistence

/// Filters that only the store knows, as conditions of a query (``ItemQuery/conditions``).
extension ItemQuery {
    /// That items have a tag; nil for those without any.
    ///
    /// - Throws: errors of the model.
    public static func hasTag(
        _ number: Int64?, _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchPredicate {
        guard let number else { return .key("tags.@count") == 0 }
        let id = try coordinator.objectID(entityName: "Tag", recordNumber: number)
        return try FetchPredicate(format: "ANY tags == %@", id)
    }

    /// What is asked of a warranty.
    public enum WarrantyFilter: String, Sendable, CaseIterable {
        case valid, soon, ended, none
    }

    /// Days before its end from which a warranty ends soon.
    public static let soonDays = 90

    /// That the warranty of items is such on a day.
    public static func hasWarranty(
        _ filter: WarrantyFilter, on day: CalendarDay
    ) -> FetchPredicate {
        let isForLife = FetchExpression.key("hasLifetimeWarranty") == true
        let until = FetchExpression.key("warrantyUntil")
        return switch filter {
        case .valid: .or([isForLife, until >= day.date])
        case .soon:
            .and([
                .not(isForLife), until >= day.date, until <= day.adding(days: soonDays).date,
            ])
        case .ended: .and([.not(isForLife), until < day.date])
        case .none: .and([.not(isForLife), .key("warrantyUntil") == nil])
        }
    }

    /// That items have a serial number, or none.
    public static func hasSerialNumber(_ isThere: Bool) -> FetchPredicate {
        .has("serialNumber", isThere)
    }

    /// That items have a receipt among their documents, or none. What is in the trash is none.
    ///
    /// - Throws: errors of the model.
    public static func hasReceipt(_ isThere: Bool) throws -> FetchPredicate {
        let receipts = #"$document.kind == "receipt" AND $document.trashedDate == nil"#
        return try FetchPredicate(
            format: "SUBQUERY(documents, $document, \(receipts)).@count \(isThere ? ">" : "==") 0")
    }

    /// That items were bought from a day on, or up to one.
    public static func isBought(
        from first: CalendarDay?, to last: CalendarDay?
    ) -> FetchPredicate? {
        let bought = FetchExpression.key("purchaseDate")
        return .all(
            [first.map { bought >= $0.date }, last.map { bought <= $0.date }].compactMap(\.self))
    }
}
