import Foundation
public import Persistence

/// A loan of an item, open until it is returned.
public final class Loan: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
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

    /// The state of a loan.
    public enum State: String, Sendable, CaseIterable {
        /// Not returned yet.
        case out
        /// Not returned, and past the due date.
        case overdue
        case back
    }

    /// The state on a day.
    public func state(on day: CalendarDay) -> State {
        if returned != nil { return .back }
        return due.map { CalendarDay($0) < day } ?? false ? .overdue : .out
    }

    /// Loans in a state on a day, without those of trashed items; overdue loans are also out.
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

    /// The number of loans in a state on a day.
    ///
    /// - Throws: errors of the store.
    public static func count(
        _ state: State, on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> Int {
        try context.count(for: FetchRequest<Loan>(condition(state, on: day)))
    }

    /// Some loans that are overdue on a day, the longest overdue first.
    ///
    /// - Throws: errors of the store.
    public static func overdue(
        on day: CalendarDay, limit: Int, in context: ManagedObjectContext
    ) throws -> [Loan] {
        try context.fetch(.byDueDay(condition(.overdue, on: day), limit: limit))
    }
}

extension Item {
    /// The item's open loan, other than one; nil if it is not lent.
    public func openLoan(otherThan other: Loan? = nil) -> Loan? {
        loans.first { $0.returned == nil && $0 !== other }
    }
}

/// A returned loan of an item, as a cell of a table.
public struct LoanEntry: ListEntry {
    public var borrower: String
    /// The day of the loan.
    public var since: String
    /// The due date.
    public var due: String?
    /// The day of the return.
    public var returned: String
    public var notes: String?
}

extension LoanEntry {
    /// The returned loans of an item, the earliest first.
    public static func all(of item: Item) -> [LoanEntry] {
        item.loans.compactMap(LoanEntry.init).sorted {
            $0.order.lexicographicallyPrecedes($1.order)
        }
    }

    /// Nil for an open loan.
    private init?(_ loan: Loan) {
        guard let since = loan.since, let returned = loan.returned else { return nil }
        self.init(
            borrower: loan.borrower ?? "", since: CalendarDay(since).description,
            due: loan.due.map { CalendarDay($0).description },
            returned: CalendarDay(returned).description, notes: loan.notes)
    }

    /// Orders by the day of the loan.
    private var order: [String] {
        [since, returned, borrower, due ?? "", notes ?? ""]
    }

    /// Inserts the loan; nil if a date is invalid.
    func loan(of item: Item, in context: ManagedObjectContext) -> Loan? {
        guard let since = ImportDate(since), let returned = ImportDate(returned),
            due.map({ ImportDate($0) != nil }) ?? true
        else { return nil }
        let loan = Loan(context: context)
        loan.borrower = borrower
        loan.since = since.day.date
        loan.due = due.flatMap { ImportDate($0) }?.day.date
        loan.returned = returned.day.date
        loan.notes = notes
        loan.item = item
        return loan
    }
}
