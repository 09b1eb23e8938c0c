public import Persistence

/// Whether people are to be told what became of the values of items: in earlier versions they were dollars, whatever
/// the currency of the household was, and in dollars they counted instead of the prices of new ones.
public enum ValueNotice: String, Sendable {
    /// All values are of this version, or people know.
    case none
    /// There are values of an earlier version.
    case due
}

extension ValueNotice {
    /// Finds out whether a store of an earlier version has values; nothing is asked where all are of this one.
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

    /// What people are to be told; nil if it is nothing.
    ///
    /// - Parameter currency: that of the household.
    /// - Throws: errors of the store.
    public static func question(
        in currency: Currency, _ context: ManagedObjectContext
    ) throws -> ValueQuestion? {
        guard try isDue(in: context) else { return nil }
        if currency != .dollar { return .currency }
        // What is compared with an attribute that a record lacks is never true.
        let differs = FetchRequest<Item>(
            .key("replacementValue") > 0 && .key("valueInDollars") != FetchExpression.key("worth"))
        return try context.count(for: differs) > 0 ? .totals : nil
    }

    private static func isDue(in context: ManagedObjectContext) throws -> Bool {
        try context.fetch(FetchRequest<ItemNumbering>()).contains {
            $0.valueNotice == ValueNotice.due.rawValue
        }
    }

    /// Notes whether people know.
    ///
    /// - Throws: errors of the store.
    public static func set(_ notice: ValueNotice, in context: ManagedObjectContext) throws {
        for numbering in try context.fetch(FetchRequest<ItemNumbering>())
        where numbering.valueNotice != notice.rawValue {
            numbering.valueNotice = notice.rawValue
        }
    }
}

/// What people are told, or asked, of values that an earlier version has kept.
public enum ValueQuestion: Sendable {
    /// They were dollars, and the household has another currency: do the numbers stay, or does a rate apply?
    case currency
    /// Sums count the price of a new one where there is one, and not the value.
    case totals
}

extension Item {
    /// That an item has a value.
    static let hasValue: FetchPredicate = .key("valueInDollars") > 0
}
