public import Persistence

/// An item that was lent, until it is back.
public final class Loan: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
    public static let description = RecordDescription(
        .loan, "loan", "loans",
        fields: [
            FieldDescription(
                "item", "Item", .item, isRequired: true,
                hint: "The number of the item, as A-0007, or its name"),
            FieldDescription("borrower", "Lent to", .line(limit: 200), isRequired: true),
            FieldDescription("since", "Since", .day, isRequired: true),
            FieldDescription("due", "Due", .day, hint: "Empty for no day"),
            FieldDescription("notes", "Notes", .text(limit: 10_000), cardGuard: .certain),
        ])
}

extension Loan {
    /// `Drill, lent to Bob`.
    public var recordTitle: String {
        "\(item.map { $0.itemName ?? "" } ?? "An item"), lent to \(borrower ?? "")"
    }

    /// What became of what was lent.
    public enum State: String, Sendable, CaseIterable {
        /// It is not back yet.
        case out
        /// It is not back, and should be.
        case overdue
        case back
    }

    /// What became of it, on a day.
    public func state(on day: CalendarDay) -> State {
        if returned != nil { return .back }
        return due.map { CalendarDay($0) < day } ?? false ? .overdue : .out
    }

    /// The loans in a state on a day; overdue ones are out, too. Those of items in the trash are left out.
    public static func condition(_ state: State?, on day: CalendarDay) -> FetchPredicate {
        let isListed: FetchPredicate = .key("item.trashedDate") == nil
        let isOut: FetchPredicate = .key("returned") == nil
        return switch state {
        case nil: isListed
        case .out: .and([isListed, isOut])
        case .overdue:
            .and([isListed, isOut, .key("due") < day.date])
        case .back: .and([isListed, .key("returned") != nil])
        }
    }

    /// How many loans are in a state on a day.
    ///
    /// - Throws: errors of the store.
    public static func count(
        _ state: State, on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> Int {
        try context.count(for: FetchRequest<Loan>(condition(state, on: day)))
    }

    /// Some loans that should be back on a day, those that have been so for longest first.
    ///
    /// - Throws: errors of the store.
    public static func overdue(
        on day: CalendarDay, limit: Int, in context: ManagedObjectContext
    ) throws -> [Loan] {
        try context.fetch(.byDueDay(condition(.overdue, on: day), limit: limit))
    }
}

extension Item {
    /// The loan of the item that is not back, other than one; nil if it is here.
    public func openLoan(otherThan other: Loan? = nil) -> Loan? {
        loans.first { $0.returned == nil && $0 !== other }
    }
}
