import Foundation
import Persistence

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
