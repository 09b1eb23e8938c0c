public import Persistence

/// Whether to notify users about values from an earlier version, where values were dollars in any
/// household and took precedence over replacement prices.
public enum ValueNotice: String, Sendable {
    /// No values of an earlier version, or users were notified.
    case none
    /// There are values of an earlier version.
    case due
}

extension ValueNotice {
    /// Finds out whether a store of an earlier version has values, without a query if it is
    /// current.
    static let filling = RecordFilling(
        of: FetchRequest<ItemNumbering>(.key("valueNotice") == nil)
    ) { numberings, context in
        let hasValues =
            try context.count(for: FetchRequest<Item>(Item.hasValue)) > 0
            || context.count(for: FetchRequest<ValueRecord>(.key("valueInDollars") > 0)) > 0
        for numbering in numberings {
            numbering.valueNotice = (hasValues ? ValueNotice.due : .none).rawValue
        }
    }

    /// The question for users; nil for none.
    ///
    /// - Parameter currency: the household's currency.
    /// - Throws: errors of the store.
    public static func question(
        in currency: Currency, _ context: ManagedObjectContext
    ) throws -> ValueQuestion? {
        guard try isDue(in: context) else { return nil }
        if currency != .dollar { return .currency }
        // A comparison with a missing attribute is never true.
        let differs = FetchRequest<Item>(
            .key("replacementValue") > 0 && .key("valueInDollars") != FetchExpression.key("worth"))
        return try context.count(for: differs) > 0 ? .totals : nil
    }

    private static func isDue(in context: ManagedObjectContext) throws -> Bool {
        try context.fetch(FetchRequest<ItemNumbering>()).contains {
            $0.valueNotice == ValueNotice.due.rawValue
        }
    }

    /// Records whether users were notified.
    ///
    /// - Throws: errors of the store.
    public static func set(_ notice: ValueNotice, in context: ManagedObjectContext) throws {
        for numbering in try context.fetch(FetchRequest<ItemNumbering>())
        where numbering.valueNotice != notice.rawValue {
            numbering.valueNotice = notice.rawValue
        }
    }
}

/// A question about values from an earlier version.
public enum ValueQuestion: Sendable {
    /// The values were dollars, but the household has another currency: keep the numbers, or
    /// convert them?
    case currency
    /// Sums now prefer the replacement price to the value.
    case totals
}

extension Item {
    /// Items with a value.
    static let hasValue: FetchPredicate = .key("valueInDollars") > 0
}
