public import Foundation
public import Persistence

extension Sale {
    /// Adds payments of the amount due, or refunds of a return.
    ///
    /// - Parameters:
    ///   - drafts: the entered values, in order; each pays from the remainder.
    ///   - day: the day of the payments.
    ///   - time: the time of day; nil if unknown.
    /// - Returns: the payments.
    /// - Throws: ``SaleRefusal`` with their faults; errors of the store.
    @discardableResult
    public func pay(
        _ drafts: [PaymentDraft], on day: CalendarDay, at time: TimeOfDay? = nil,
        in context: ManagedObjectContext
    ) throws -> [Payment] {
        guard !drafts.isEmpty else { return [] }
        guard !isVoid else {
            throw SaleRefusal("payments", "A void sale takes no payments.")
        }
        var rest = try restCents()
        var number = try Payment.nextNumber(in: context)
        var faults: [SaleFault] = []
        faults.add("date", SaleDraft.fault(of: day))
        if try ClosedDay.isClosed(day, in: context) {
            faults.add("date", "\(day) is closed: it takes no more payments.")
        }
        if let soldOn = self.day, day < soldOn {
            faults.add("date", "The sale is of \(soldOn): it cannot be paid before that.")
        }
        var made: [Payment] = []
        let isSettled = rest == 0 && !isInserted
        for (index, draft) in drafts.enumerated() {
            // A kind without an amount pays the remainder, which is nothing after a full payment
            // and for a return that only lowers what is due.
            let usual = isReturn ? refundableCents(atMost: rest) : rest
            if usual == 0, draft.amount == nil, index > 0 || (isReturn && isInserted) { continue }
            do {
                if isSettled || (isReturn && usual == 0 && draft.amount == nil) {
                    throw Self.nothingLeft(index)
                }
                let (kind, used, given) = try use(draft, index, usual, &rest, in: context)
                let payment = insertPayment(
                    number, kind, cents: isReturn ? -used : used, tendered: given, on: day,
                    at: time, in: context)
                payment.reference = draft.reference
                made.append(payment)
                number += 1
            } catch let fault as SaleFault {
                faults.append(fault)
            }
        }
        if faults.isEmpty, isWalkIn, !isReturn, rest > 0 {
            faults.add("payments", "Choose a customer who owes the rest.")
        }
        try faults.check()
        try updateOwedAmounts()
        return made
    }

    /// Inserts a payment without checking it.
    ///
    /// - Parameters:
    ///   - cents: the amount; negative for a refund.
    ///   - tendered: the cash that was given; nil for the amount.
    func insertPayment(
        _ number: Int64, _ kind: PaymentKind, cents: Int64, tendered: Int64?, on day: CalendarDay,
        at time: TimeOfDay?, in context: ManagedObjectContext
    ) -> Payment {
        let payment = Payment(context: context)
        payment.number = number
        payment.kind = kind
        payment.sale = self
        payment.amountCents = cents
        payment.tenderedCents = kind.isCash && !isReturn ? tendered ?? cents : 0
        payment.date = day.date
        payment.time = time
        return payment
    }

    private static func nothingLeft(_ index: Int) -> SaleFault {
        SaleFault(payment: index, "amount", "There is nothing left to pay.")
    }

    /// Puts the sale on account, to be paid later.
    ///
    /// - Throws: ``SaleRefusal`` without a customer, or if the amount is too great.
    public func putOnAccount() throws {
        guard customer != nil else {
            throw SaleRefusal("payments", "Choose a customer who pays later.")
        }
        isOnAccount = true
        try updateOwedAmount()
    }

    /// Recomputes the amount due, and that of the sale that it returns.
    ///
    /// - Throws: ``SaleRefusal`` if the amount is too great.
    func updateOwedAmounts() throws {
        try updateOwedAmount()
        try returnOf?.updateOwedAmount()
    }

    /// Recomputes the amount due. Nothing is due for a sale whose payment is unknown.
    ///
    /// - Throws: ``SaleRefusal`` if the amount is too great.
    public func updateOwedAmount() throws {
        guard !isVoid, isOnAccount || !payments.isEmpty else {
            if owedCents != 0 { owedCents = 0 }
            return
        }
        var owed = isReturn ? 0 : try payableCents() - paidCents
        // Returned products that were not refunded need not be paid.
        for back in returns where !back.isVoid {
            owed += try back.payableCents() - back.paidCents
        }
        owed = max(owed, 0)
        if owedCents != owed { owedCents = owed }
    }

    /// The amount due.
    public var owed: Decimal { Cents.amount(owedCents) }

    /// The amount paid; negative for a return.
    public var paid: Decimal { Cents.amount(paidCents) }

    /// Whether it is known how the sale is paid.
    public var isPaymentKnown: Bool { isOnAccount || !payments.isEmpty }

    /// The remaining amount to pay or refund, in cents.
    private func restCents() throws -> UInt64 {
        let total = try payableCents()
        let paid = paidCents
        guard let original = returnOf else {
            return UInt64(payments.isEmpty && !isOnAccount ? max(total, 0) : owedCents)
        }
        let rest = max(paid - total, 0)
        // If payments are known, refunds cannot exceed them.
        guard original.isOnAccount || !original.payments.isEmpty else { return UInt64(rest) }
        let kept = original.returns.reduce(original.paidCents) {
            $0 + ($1.isVoid ? 0 : $1.paidCents)
        }
        return UInt64(min(rest, max(kept, 0)))
    }

    /// What a return gives back beyond lowering what is due, in cents.
    private func refundableCents(atMost rest: UInt64) -> UInt64 {
        guard let cents = Cents.whole(-unsaid) else { return rest }
        return min(UInt64(max(cents, 0)), rest)
    }

    /// The amount paid in cents; negative for a return.
    var paidCents: Int64 {
        payments.reduce(Int64(0)) { $0 + ($1.isVoid ? 0 : $1.amountCents) }
    }

    /// The total in cents, within the limit of payments.
    ///
    /// - Throws: ``SaleRefusal`` if the amount is too great.
    func payableCents() throws -> Int64 {
        guard let cents = Cents.whole(total), abs(cents) <= 200 * PriceCalculation.maximumAmount
        else {
            throw SaleRefusal("payments", "The amount of the sale is too large.")
        }
        return cents
    }

    /// Pays from the rest: the kind, and the used and the given amount in cents.
    ///
    /// - Parameter usual: the amount without a given one.
    private func use(
        _ draft: PaymentDraft, _ index: Int, _ usual: UInt64, _ rest: inout UInt64,
        in context: ManagedObjectContext
    ) throws -> (kind: PaymentKind, used: Int64, given: Int64?) {
        guard let kind = try PaymentKind.find(draft.kind, in: context), !kind.isRetired else {
            throw SaleFault(payment: index, "kind", "There is no such payment method.")
        }
        guard rest > 0 || (draft.amount ?? 0) == 0 else {
            throw Self.nothingLeft(index)
        }
        let given = try draft.amount.map { amount in
            guard let cents = Cents.whole(amount), cents > 0 else {
                throw SaleFault(
                    payment: index, "amount",
                    "Enter an amount above zero, with at most two decimal places.")
            }
            if !cents.isMultiple(of: 100) {
                let currency = try ShopProfile.currency(in: context)
                guard currency.fits(amount) else {
                    throw SaleFault(payment: index, "amount", currency.placesFault)
                }
            }
            return UInt64(cents)
        }
        let used = min(given ?? usual, rest)
        if let given, given > rest, !kind.isCash || isReturn {
            let most = try ShopProfile.currency(in: context).text(Cents.amount(Int64(rest)))
            throw SaleFault(payment: index, "amount", "At most \(most) is left to pay.")
        }
        rest -= used
        return (kind, Int64(used), given.map { Int64($0) })
    }
}

extension SaleQuery {
    /// The amount due for the sales.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func owed(in context: ManagedObjectContext) throws -> Decimal {
        let request = DictionaryFetchRequest(
            entityName: "Sale", try condition(context.coordinator),
            columns: [("owed", .sum(.key("owedCents")))])
        let cents = try context.fetchDictionaries(request).first?["owed"]?.wholeNumber ?? 0
        return Cents.amount(cents)
    }
}

extension Sale {
    /// The part of the total that is neither paid nor due: all of a sale whose payment is unknown,
    /// and what a return gives back without a known payment; negative then.
    ///
    /// With the amount due and the payments of both, a sale and its returns add up to their totals.
    public var unsaid: Decimal {
        let original = returnOf ?? self
        guard !isVoid else { return 0 }
        guard original.isPaymentKnown else { return open }
        let returns = original.returns.filter { !$0.isVoid }
        // Returns lower what is due before anything is given back, which the latest of them do.
        var excess = -returns.reduce(original.open) { $0 + $1.open }
        for back in returns.sorted(by: { $0.number > $1.number }) where excess > 0 {
            let part = min(max(-back.open, 0), excess)
            if back === self { return -part }
            excess -= part
        }
        return isReturn ? 0 : min(-excess, 0)
    }

    /// The part of the total that is not paid; negative for a return.
    private var open: Decimal { total - paid }
}

extension SaleQuery {
    /// What is neither paid nor due of its sales, by record number, without zeros.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func unsaid(in context: ManagedObjectContext) throws -> [Int64: Decimal] {
        var request = try fetchRequest(context.coordinator)
        // Nothing is left of other sales, of which a day may have thousands.
        let isUnknown: FetchPredicate = .and([
            .key("isOnAccount") == false, .key("payments.@count") == 0,
        ])
        request.predicate = .all(
            [request.predicate].compactMap(\.self) + [
                .key("voidedAt") == nil, .or([.key("returnOf") != nil, isUnknown]),
            ])
        request.sortDescriptors = []
        request.relationshipKeyPathsForPrefetching = [
            "lines", "payments", "returns.lines", "returns.payments", "returnOf.lines",
            "returnOf.payments", "returnOf.returns.lines", "returnOf.returns.payments",
        ]
        let amounts = try context.fetch(request).map { ($0.savedNumber, $0.unsaid) }
        return Dictionary(uniqueKeysWithValues: amounts.filter { $0.1 != 0 })
    }
}

extension Customer {
    /// The amount due for all their sales.
    ///
    /// - Throws: errors of the store.
    public func owed(in context: ManagedObjectContext) throws -> Decimal {
        // Without a customer, a query is about the sales of all.
        guard let number = objectID.recordNumber else { return 0 }
        var sales = SaleQuery()
        sales.customer = number
        return try sales.owed(in: context)
    }

    /// The day of their first sale with an amount due; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public func owedSince(in context: ManagedObjectContext) throws -> CalendarDay? {
        let id = objectID
        return try context.fetchFirst(
            FetchRequest<Sale>(
                #Predicate { $0.customer?.objectID == id && $0.owedCents > 0 },
                sortBy: [SortDescriptor(\.date)]))?.day
    }
}

extension Payment {
    /// The number for the next payment, 1 more than the greatest ever used.
    ///
    /// - Throws: errors of the store.
    static func nextNumber(in context: ManagedObjectContext) throws -> Int64 {
        max(
            try SaleNumbering.lastPayment(in: context),
            try context.highestNumber(of: Payment.self, \.number)) + 1
    }

    /// Makes the payment void; it keeps its number.
    ///
    /// - Throws: ``SaleRefusal`` without a reason, or if it is void already or of a closed day.
    public func void(reason: String, at date: Date = Date()) throws {
        var faults: [SaleFault] = []
        if isVoid { faults.add("reason", "Payment \(number) is void already.") }
        if let context = managedObjectContext, let day, try ClosedDay.isClosed(day, in: context) {
            faults.add("reason", "\(day) is closed: its payments stay as they are.")
        }
        if reason.isEmpty { faults.add("reason", "Enter a reason.") }
        try faults.check()
        voidedAt = date
        voidReason = reason
        try sale?.updateOwedAmounts()
    }
}
