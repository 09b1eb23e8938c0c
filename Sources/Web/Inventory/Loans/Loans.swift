import Domain
import Foundation
import Hummingbird
import Persistence

/// The loans of items.
struct Loans: Resource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.loans)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .loans)
    let messages = ResourceMessages(added: .loanAdded, deleted: .loanDeleted)
    let consequences = ["The item stays. The loan is no longer listed."]
    let words = ResourceWords(
        Loan.description, title: "Lent", icon: "i-people",
        searched: "the item or who has it", emptyHeading: "Nothing was lent",
        emptyText:
            "Who has the drill, since when, and until when: note it here, and tap once when it is "
            + "back.")

    let list = ListDescription(
        filters: [
            .init(
                name: "state", label: "State",
                kind: .choice(Loan.State.allCases.map(\.rawValue)))
        ],
        example: "borrower CONTAINS[cd] \"bob\" AND returned == nil",
        orders: [
            ("Lent last", SortOrder("since", ascending: false)), ("Due first", SortOrder("due")),
            ("Who has it", SortOrder("borrower")),
        ],
        columns: [
            ListColumn(label: "Item", kind: .name),
            Loan.description.column("borrower", .detail, isSorting: true),
            ListColumn(
                label: "Since", kind: .date, member: "since", sort: "since",
                isDescendingFirst: true,
                isDefault: true),
            ListColumn(label: "State", kind: .value, sort: "due"),
        ],
        chips: [
            .init("Out", "state", "out"),
            .init("Overdue", "state", "overdue"),
            .init("Back", "state", "back"),
        ])

    let prefetching = ["item"]
}

// MARK: - The list

extension Loans {
    func request(_ list: ListRequest) -> FetchRequest<Loan> {
        let state = list.query.filter("state").flatMap(Loan.State.init)
        var conditions = [Loan.condition(state, on: .today())]
        conditions += FetchPredicate.words(
            list.query.search, inAnyOf: [["borrower"], ["item", "itemName"]])
        return request(list, where: conditions, else: SortOrder("since", ascending: false))
    }

    var members: [RecordMember<DescribedValues<Loan>>] {
        Loan.description.members("item", "borrower", "since", "due") + [
            .day("returned") { $0.returned.map(CalendarDay.init) },
            .word("state") { $0.record.state(on: .today()).rawValue },
        ] + Loan.description.members("notes")
    }

    func row(_ loan: DescribedValues<Loan>) throws -> ListRow {
        row(
            loan, name: loan.item?.itemName ?? "", isDim: loan.returned != nil,
            try cells(loan).dropLast() + [ListCell(loan.stateText)])
    }
}

// MARK: - One loan

extension Loans {
    /// A new loan starts today by default.
    func make(in context: ManagedObjectContext) -> Loan {
        let loan = Loan(context: context)
        loan.since = CalendarDay.today().date
        return loan
    }

    /// An item has one loan at a time, which is not due before it starts.
    func check(
        _ loan: Loan, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        if loan.returned == nil, decoder.message(for: "item") == nil,
            let other = loan.item?.openLoan(otherThan: loan)
        {
            decoder.fail("item", "Item", "“\(other.borrower ?? "")” has it already")
        }
        if let since = loan.since.map(CalendarDay.init), since.isYetToCome {
            decoder.fail("since", "Since", "\(since) is in the future")
        }
        if let since = loan.since, let due = loan.due, due < since,
            decoder.message(for: "due") == nil
        {
            decoder.fail("due", "Due", "\(CalendarDay(due)) is before \(CalendarDay(since))")
        }
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(self)
        routes.post(
            .returnLoan("{id}"), by: .editors(of: .inventory), as: .document(schema),
            use: takeBack)
        routes.addUndo(of: inventory.loanReturns, in: self) { change, records in
            guard let loan = try change.undo(in: records) else { return nil }
            try check(loan, orRefuse: "The loan cannot be reopened", in: records)
            return loan
        }
    }

    /// If the item is back already, nothing changes.
    private func takeBack(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(
            context.recordNumber, keepingFor: inventory.loanReturns, after: request
        ) { loan, _ in
            let change = LoanReturn(loan)
            return (loan, change.map { change in { change } })
        }
    }

    var undoOffers: [any UndoOffer] { [inventory.loanReturns] }

    func show(
        _ record: Loan, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let loan = try values(record, in: context)
        let isBack = RecordAction.posting(
            "It is back", to: links(.returnLoan(loan.recordNumber)), .primary)
        return try showPage(
            record, loan, notices: notices, summary: loan.stateText,
            actions: loan.returned != nil ? [] : [isBack])
    }
}

extension Loan {
    /// `Due June 1, 2026`, `Back since May 20, 2026`.
    var stateText: String {
        let due = due.map(CalendarDay.init)
        return switch (state(on: .today()), returned.map(CalendarDay.init), due) {
        case (.back, let day?, _): "Back since \(DayText.long(day))"
        case (.overdue, _, let day?): "Overdue since \(DayText.long(day))"
        case (_, _, let day?): "Due \(DayText.long(day))"
        default: "Out"
        }
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
