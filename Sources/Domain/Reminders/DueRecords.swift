public import Persistence

/// The records of a kind that a person is reminded of.
public struct DueRecords: Sendable, Hashable {
    public let kind: ReminderKind
    public let count: Int
    /// The names of the first ones.
    public let names: [String]

    /// The number of days before its end from which a reminder names a warranty.
    public static let warrantyDays = 30
    /// The maximum number of names.
    static let mostNames = 10

    public init(_ kind: ReminderKind, count: Int, names: [String]) {
        self.kind = kind
        self.count = count
        self.names = names
    }

    /// The records that are due on a day, by kind, without empty kinds. Backups, which are not records,
    /// are not among them.
    ///
    /// - Throws: errors of the store.
    public static func all(
        on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> [DueRecords] {
        try [
            care(on: day, in: context), loans(on: day, in: context),
            warranties(on: day, in: context), stock(in: context), invoices(on: day, in: context),
        ].filter { $0.count > 0 }
    }

    private static func care(
        on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> DueRecords {
        DueRecords(
            .care, count: try CareTask.count(.due, on: day, in: context),
            names: try CareTask.due(on: day, limit: mostNames, in: context).map {
                named($0.recordTitle, $0.due.map(CalendarDay.init))
            })
    }

    private static func loans(
        on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> DueRecords {
        DueRecords(
            .loans, count: try Loan.count(.overdue, on: day, in: context),
            names: try Loan.overdue(on: day, limit: mostNames, in: context).map {
                named($0.recordTitle, $0.due.map(CalendarDay.init))
            })
    }

    private static func warranties(
        on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> DueRecords {
        var query = ItemQuery()
        query.sold = false
        query.conditions = [ItemQuery.hasWarranty(.soon, on: day, within: warrantyDays)]
        query.sortDescriptors = [FetchSortDescriptor("warrantyUntil")]
        return try records(.warranties, query.fetchRequest(in: context), in: context) {
            named($0.itemName ?? "", $0.warrantyUntil.map(CalendarDay.init))
        }
    }

    private static func stock(in context: ManagedObjectContext) throws -> DueRecords {
        var query = ProductQuery()
        query.isRetired = false
        query.isLow = true
        return try records(.stock, query.fetchRequest, in: context) { $0.name ?? "" }
    }

    private static func invoices(
        on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> DueRecords {
        var request = FetchRequest<Sale>(Sale.hasUnpaidInvoice(on: day))
        request.sortDescriptors = [FetchSortDescriptor("invoice.dueDate")]
        return try records(.invoices, request, in: context) {
            named(
                "\($0.invoice?.writtenNumber ?? ""), \($0.invoice?.buyerName ?? "")",
                $0.invoice?.dueDay)
        }
    }

    private static func records<Record: ManagedObject>(
        _ kind: ReminderKind, _ request: FetchRequest<Record>, in context: ManagedObjectContext,
        name: (Record) -> String
    ) throws -> DueRecords {
        var first = request
        first.fetchLimit = mostNames
        return DueRecords(
            kind, count: try context.count(for: request),
            names: try context.fetch(first).map(name))
    }

    /// `Descale, Espresso machine: June 1, 2026`.
    private static func named(_ name: String, _ day: CalendarDay?) -> String {
        name + (day.map { ": " + Region.current.longText($0) } ?? "")
    }
}

extension Sale {
    /// Sales with an invoice that is not paid on a day, which is its due day or later.
    static func hasUnpaidInvoice(on day: CalendarDay) -> FetchPredicate {
        // Without a known payment, the whole amount is due. If something came back, it is not known
        // whether anything is.
        let isPaymentUnknown = FetchPredicate.and([
            .key("isOnAccount") == false, .key("payments.@count") == 0, .key("returns.@count") == 0,
            .key("totalCents") > 0,
        ])
        return .and([
            .key("invoice.dueDate") <= day.date, .key("voidedAt") == nil, .key("returnOf") == nil,
            .or([.key("owedCents") > 0, isPaymentUnknown]),
        ])
    }
}
