import Domain
import Foundation
import Hummingbird
import Persistence

/// The loans, and their return.
struct LoansController: InventoryRoutes {
    let inventory: Inventory
    private let loans: Loans

    init(inventory: Inventory) {
        self.inventory = inventory
        loans = Loans(inventory: inventory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(loans)
        routes.post(
            .returnLoan("{id}"), by: .editors(of: .inventory), as: .document(loans.schema),
            use: takeBack)
        routes.post(.undoLoanReturn("{token}"), by: .editors(of: .inventory), use: undoReturn)
    }

    /// A returned loan keeps its day of return.
    private func takeBack(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let (loan, token) = try await site.change { records in
            let loan = try loans.existing(number, in: records)
            let change = LoanReturn(loan)
            let token = try change.map { change in
                try inventory.loanReturns.keep(in: records) { change }
            }
            try site.household.save(records)
            return (try loans.summary(of: loan, in: records), token)
        }
        return site.changed(
            loan.document, at: loan.path, after: request,
            flash: .loanReturned, token: token)
    }

    /// Undoes a return that a notice offers to undo, unless the item was lent again since.
    private func undoReturn(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let loan = try await site.undo(
            inventory.loanReturns, context, orElse: .loanReturnedForGood
        ) { change, records -> RecordSummary? in
            guard let loan = try change.undo(in: records) else { return nil }
            try loans.check(
                loan, orRefuse: "The loan cannot be reopened", in: records)
            try site.household.save(records)
            return try loans.summary(of: loan, in: records)
        }
        return site.changed(
            loan.document, at: loan.path, after: request,
            flash: .loanReopened)
    }
}

/// The return of a loan, so that it can be undone.
struct LoanReturn: Sendable, Codable {
    let loan: Int64
    private let returned: Date

    /// Ends a loan today; nil if it already ended, which keeps its day.
    init?(_ loan: Loan) {
        guard loan.returned == nil else { return nil }
        let today = CalendarDay.today().date
        returned = max(today, loan.since ?? today)
        self.loan = loan.savedNumber
        loan.returned = returned
    }

    /// Undoes the return.
    ///
    /// - Returns: the loan; nil if it was deleted, or its day of return has changed.
    /// - Throws: errors of the store.
    func undo(in context: ManagedObjectContext) throws -> Loan? {
        guard let loan = try context.existingObject(Loan.self, recordNumber: loan),
            loan.returned == returned
        else { return nil }
        loan.returned = nil
        return loan
    }
}
