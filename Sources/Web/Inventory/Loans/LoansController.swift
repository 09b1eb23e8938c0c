import Domain
import Hummingbird

/// What was lent, and taking note that it is back.
struct LoansController: RouteProvider {
    private let loans: ResourceActions<Loans>

    init(inventory: Inventory) {
        loans = ResourceActions(Loans(inventory))
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(loans)
        routes.post(.returnLoan("{id}"), by: .editors(of: .inventory), use: takeBack)
    }

    /// What is back already stays back since that day.
    @Sendable
    private func takeBack(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await loans.change(request, context, announcing: .loanReturned) { loan in
            guard loan.returned == nil else { return }
            let today = CalendarDay.today().date
            loan.returned = max(today, loan.since ?? today)
        }
    }
}
