import Domain
import Foundation
import Persistence

/// A loan that was noted as back, so that it can be taken back.
struct LoanReturn: Sendable, Codable {
    let loan: Int64
    private let returned: Date

    /// Notes a loan as back today; nil for one that is back already, and stays back since that day.
    init?(_ loan: Loan) {
        guard loan.returned == nil else { return nil }
        let today = CalendarDay.today().date
        returned = max(today, loan.since ?? today)
        self.loan = loan.objectID.recordNumber ?? 0
        loan.returned = returned
    }

    /// Has the loan be out again.
    ///
    /// - Returns: the loan; nil if it is gone, or is not back since that day any more.
    /// - Throws: errors of the store.
    func undo(in context: ManagedObjectContext) throws -> Loan? {
        guard let loan = try context.existingObject(Loan.self, recordNumber: loan),
            loan.returned == returned
        else { return nil }
        loan.returned = nil
        return loan
    }
}
