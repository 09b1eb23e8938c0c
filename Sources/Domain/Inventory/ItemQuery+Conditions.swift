public import Persistence

/// Filters that only the store knows, as conditions of a query (``ItemQuery/conditions``).
extension ItemQuery {
    /// That items have a tag; nil for those without any.
    ///
    /// - Throws: errors of the model.
    public static func hasTag(
        _ number: Int64?, _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchPredicate {
        guard let number else {
            return .comparison(
                FetchComparison(.keyPath(["tags", "@count"]), .equal, .constant(.integer(0))))
        }
        let id = try coordinator.objectID(entityName: "Tag", recordNumber: number)
        return .comparison(
            FetchComparison(
                .keyPath(["tags"]), .equal, .constant(.object(id)), modifier: .any))
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
        let isForLife = FetchPredicate.equal("hasLifetimeWarranty", true)
        func until(
            _ op: FetchComparison.Operator, _ day: CalendarDay = day
        ) -> FetchPredicate {
            .comparison(
                FetchComparison(.keyPath(["warrantyUntil"]), op, .constant(.date(day.date))))
        }
        return switch filter {
        case .valid: .or([isForLife, until(.greaterOrEqual)])
        case .soon:
            .and([
                .not(isForLife), until(.greaterOrEqual),
                until(.lessOrEqual, day.adding(days: soonDays)),
            ])
        case .ended: .and([.not(isForLife), until(.less)])
        case .none: .and([.not(isForLife), .has("warrantyUntil", false)])
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
        func compare(_ day: CalendarDay, _ op: FetchComparison.Operator) -> FetchPredicate {
            .comparison(
                FetchComparison(.keyPath(["purchaseDate"]), op, .constant(.date(day.date))))
        }
        return .all(
            [first.map { compare($0, .greaterOrEqual) }, last.map { compare($0, .lessOrEqual) }]
                .compactMap(\.self))
    }
}
