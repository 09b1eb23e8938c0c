import Foundation
import Persistence

extension Importer {
    /// The cells of a row that describe its payment.
    struct PaymentCells {
        var number: Int64?
        var sale: Sale
        var day: CalendarDay?
        var time: TimeOfDay?
        var kind: PaymentKind?
        /// The amount in cents; negative for a repayment.
        var amount: Int64?
        var tendered: Int64?
        var reference: String?
        var voidedAt: Date?
        var voidReason: String?
    }

    /// Adds payments, and voids existing ones.
    func importPayments() throws {
        try loadPayments()
        for index in rows.indices {
            try step(index)
            try importPayment(index)
        }
    }

    /// Warnings about numbers that no payment has or will get.
    var missingPayments: [String] {
        payments.map { Self.missing("payment", $0.given, from: $0.firstFree) } ?? []
    }

    private func loadPayments() throws {
        var known = try payments ?? ImportedPayments(file.rows, in: context)
        try loadSales(
            named: .sale, with: ["lines", "payments", "returns", "returnOf"])
        let request = FetchRequest<Payment>(
            FetchExpression.key("number").isIn(numbers(in: .number).sorted()),
            prefetching: [\.kind, \.sale])
        for payment in try context.fetch(request) { known.stored[payment.number] = payment }
        payments = known
    }

    private func importPayment(_ index: Int) throws {
        let number = rows[index].number(.number)
        let saleNumber = rows[index].number(.sale)
        rows[index].label =
            (number.map { "Payment \($0)" } ?? "New payment")
            + (saleNumber.map { " of sale \($0)" } ?? "")
        guard !rows[index].row.isShifted else { return }
        let read = try paymentCells(index, number, saleNumber)
        if let number, let other = payments?.rows[number] {
            return rows[index].fail(
                .number, "line \(try line(of: other)) is about the same payment")
        }
        if let number { payments?.rows[number] = index }
        guard let read, !rows[index].isAtFault(.number) else { return }
        if let payment = try payment(like: read, row: index) {
            try compare(payment, read, row: index)
        } else {
            try addPayment(read, row: index)
        }
        try checkRest(of: read.sale, row: index)
    }

    // MARK: - Cells

    /// Reads a row; nil if its sale is unknown.
    private func paymentCells(
        _ index: Int, _ number: Int64?, _ saleNumber: Int64?
    ) throws -> PaymentCells? {
        let day = rows[index].date(.date)?.day
        let time = rows[index].time(.time)
        let amount = try cents(.amount, row: index)
        let tendered = try cents(.tendered, row: index)
        let voidedAt = rows[index].voidDate()
        let kind = try paymentKind(index)
        guard let saleNumber else {
            rows[index].require(.sale)
            return nil
        }
        guard let sale = sales[saleNumber] else {
            rows[index].fail(
                .sale, "there is no sale \(saleNumber); import the sales before their payments")
            return nil
        }
        return PaymentCells(
            number: number, sale: sale, day: day, time: time, kind: kind, amount: amount,
            tendered: tendered, reference: rows[index].text(.reference), voidedAt: voidedAt,
            voidReason: rows[index].text(.voidReason))
    }

    /// An amount in cents, which may be negative; nil if the cell is empty or invalid.
    private func cents(_ column: ImportColumn, row index: Int) throws -> Int64? {
        guard let amount = rows[index].signedMoney(column, in: currency) else { return nil }
        guard let cents = Cents.whole(amount) else {
            rows[index].fail(column, "enter an amount in cents")
            return nil
        }
        return cents
    }

    /// The payment method of a row; nil for none.
    private func paymentKind(_ index: Int) throws -> PaymentKind? {
        rows[index].require(.kind)
        guard let name = rows[index].text(.kind) else { return nil }
        let kinds = try payments?.kinds ?? PaymentKind.all(in: context)
        payments?.kinds = kinds
        let folded = name.foldedForMatching
        guard let kind = kinds.first(where: { $0.name?.foldedForMatching == folded }) else {
            rows[index].fail(
                .kind,
                "there is no payment method “\(name.prefix(60))”; add it on the page of the shop")
            return nil
        }
        if let isCash = rows[index].flag(.isCash), isCash != kind.isCash {
            rows[index].fail(
                .isCash,
                "“\(kind.name ?? "")” is \(kind.isCash ? "" : "not ")money in the drawer here")
            return nil
        }
        return kind
    }

    // MARK: - Existing payments

    /// The stored payment with a row's number; for a row without one, an equal payment.
    private func payment(like cells: PaymentCells, row index: Int) throws -> Payment? {
        guard let known = payments else { return nil }
        if let number = cells.number {
            guard !known.given.contains(number) else { return nil }
            return known.stored[number]
        }
        guard let kind = cells.kind, let day = cells.day, let amount = cells.amount else {
            return nil
        }
        let same = cells.sale.payments.filter { payment in
            payment.kind === kind && payment.day == day && payment.amountCents == amount
                && payment.isVoid == (cells.voidedAt != nil)
                && (cells.time == nil || payment.time == cells.time)
                && (cells.reference ?? "") == ImportRow.oneLine(payment.reference ?? "")
                && !known.taken.contains(payment.objectID)
                && !known.given.contains(payment.number)
        }.min { $0.number < $1.number }
        guard let same else { return nil }
        payments?.taken.insert(same.objectID)
        rows[index].note("payment \(same.number) is the same, and here already")
        return same
    }

    /// A payment never changes: a row can only void it.
    private func compare(_ payment: Payment, _ cells: PaymentCells, row index: Int) throws {
        own(payment, by: index)
        func check(_ column: ImportColumn, _ isSame: Bool, _ text: String) {
            guard !isSame, rows[index].text(column) != nil else { return }
            rows[index].fail(
                column, "payment \(payment.number) exists with \(text), and is not changed")
        }
        check(.sale, payment.sale === cells.sale, "sale \(payment.sale?.number ?? 0)")
        check(.date, payment.day == cells.day, payment.day?.description ?? "")
        check(.time, payment.time == cells.time, payment.time?.description ?? "no time")
        check(.kind, payment.kind === cells.kind, "“\(payment.kind?.name ?? "")”")
        check(
            .amount, payment.amountCents == cells.amount, Money.plainText(payment.amount))
        check(
            .tendered, payment.tenderedCents == cells.tendered ?? 0,
            Money.plainText(payment.tendered))
        check(
            .reference, ImportRow.oneLine(payment.reference ?? "") == cells.reference,
            "“\(payment.reference ?? "")”")
        guard !rows[index].isRefused else { return }
        try takeVoid(of: payment, cells, row: index)
    }

    private func takeVoid(of payment: Payment, _ cells: PaymentCells, row index: Int) throws {
        guard let date = cells.voidedAt else {
            if payment.isVoid, rows[index].isEmpty(.voidedAt) {
                rows[index].fail(.voidedAt, "payment \(payment.number) is void, and stays so")
            } else if !payment.isVoid, cells.voidReason != nil {
                rows[index].fail(.voidReason, "it is for void payments, which have a date")
            }
            return
        }
        guard !payment.isVoid else { return }
        guard let reason = cells.voidReason else {
            return rows[index].fail(.voidReason, "a value is missing for a void payment")
        }
        do {
            var balance = try balance(of: cells.sale)
            try payment.void(reason: reason, at: date)
            balance.paid -= payment.amountCents
            balance.hasVoid = true
            payments?.balances[cells.sale.number] = balance
            own(cells.sale, by: index)
            rows[index].note(.voidedAt, from: "", to: ImportDate.text(date))
            rows[index].note(.voidReason, from: "", to: reason)
        } catch let refusal as SaleRefusal {
            rows[index].fail(.voidedAt, refusal.description)
        }
    }
}

/// The state of an import of payments for all its parts: some numbers of each row.
struct ImportedPayments {
    /// The payments for a sale so far, stored and imported.
    struct Balance {
        /// The total; negative for a return.
        let total: Int64
        let isReturn: Bool
        /// Whether the unpaid rest is not owed.
        let isWalkIn: Bool
        /// The amount paid, without void payments.
        var paid: Int64
        /// Whether a payment was voided, so that less than the total may be paid.
        var hasVoid: Bool
        /// Whether a row has added a payment that counts.
        var isPaidByRows = false

        /// The amount left to pay, or to repay.
        var rest: Int64 { isReturn ? max(paid - total, 0) : max(total - paid, 0) }
    }

    /// The last row about each sale, by its number.
    let lastRows: [Int64: Int]
    /// The number that the next payment would get without the import.
    let firstFree: Int64
    /// The greatest number in the file; 0 for none.
    let greatest: Int64
    /// The number for the next payment without one in the file.
    var next: Int64
    /// The rows by payment number.
    var rows: [Int64: Int] = [:]
    /// The numbers of the new payments.
    var given: Set<Int64> = []
    /// Payments that no longer count as equal to a row.
    var taken: Set<ManagedObjectID> = []
    /// The balances by sale number.
    var balances: [Int64: Balance] = [:]
    /// The payment methods; read once for each part.
    var kinds: [PaymentKind]?
    /// The stored payments that rows of the part name, by number.
    var stored: [Int64: Payment] = [:]

    /// Reads all rows.
    ///
    /// - Throws: errors of the file system and of the store.
    init(_ file: ImportRows, in context: ManagedObjectContext) throws {
        var lastRows: [Int64: Int] = [:]
        var greatest: Int64 = 0
        for index in 0..<file.count {
            var row = RowProgress(try file.row(at: index))
            if let sale = row.number(.sale) { lastRows[sale] = index }
            greatest = max(greatest, row.number(.number) ?? 0)
        }
        self.lastRows = lastRows
        self.greatest = greatest
        firstFree = try Payment.nextNumber(in: context)
        next = max(firstFree, greatest + 1)
    }

    /// Releases the records of a part.
    mutating func release() {
        kinds = nil
        stored = [:]
    }
}

extension Importer {
    /// Adds a payment, with the number of the row if it has one.
    func addPayment(_ cells: PaymentCells, row index: Int) throws {
        rows[index].isNew = true
        let balance: ImportedPayments.Balance
        do {
            balance = try self.balance(of: cells.sale)
        } catch let refusal as SaleRefusal {
            return rows[index].fail(.sale, refusal.description)
        }
        try checkDay(of: cells, row: index)
        checkAmount(of: cells, balance, row: index)
        checkTendered(of: cells, row: index)
        if let fault = voidFault(of: cells) { rows[index].fail(fault) }
        guard !rows[index].isRefused, let kind = cells.kind, let day = cells.day,
            let amount = cells.amount
        else { return }
        let number = cells.number ?? payments?.next ?? 1
        if cells.number == nil {
            payments?.next = number + 1
            rows[index].note("it gets the next free number")
        }
        let payment = Payment(context: context)
        own(payment, by: index)
        payment.number = number
        payment.sale = cells.sale
        payment.kind = kind
        payment.date = day.date
        payment.time = cells.time
        payment.amountCents = amount
        payment.tenderedCents =
            kind.isCash && !balance.isReturn ? cells.tendered ?? amount : 0
        payment.reference = cells.reference
        payment.voidedAt = cells.voidedAt
        payment.voidReason = cells.voidReason
        payments?.given.insert(number)
        try count(payment, of: cells.sale, balance, row: index)
    }

    /// Counts a new payment, and updates the amount owed.
    private func count(
        _ payment: Payment, of sale: Sale, _ former: ImportedPayments.Balance, row index: Int
    ) throws {
        var balance = former
        if payment.isVoid {
            balance.hasVoid = true
        } else {
            balance.paid += payment.amountCents
            balance.isPaidByRows = true
        }
        payments?.balances[sale.number] = balance
        own(sale, by: index)
        if let original = sale.returnOf { own(original, by: index) }
        do {
            try sale.updateOwedAmount()
            try sale.returnOf?.updateOwedAmount()
        } catch let refusal as SaleRefusal {
            rows[index].fail(.sale, refusal.description)
        }
    }

    /// The payments for a sale so far.
    ///
    /// - Throws: ``SaleRefusal`` if the sale comes to too much for payments, and errors of the store.
    func balance(of sale: Sale) throws -> ImportedPayments.Balance {
        if let known = payments?.balances[sale.number] { return known }
        let balance = ImportedPayments.Balance(
            total: try sale.payableCents(), isReturn: sale.isReturn, isWalkIn: sale.isWalkIn,
            paid: sale.paidCents, hasVoid: sale.payments.contains(where: \.isVoid))
        payments?.balances[sale.number] = balance
        return balance
    }

    /// Refuses a sale without a customer whose payments do not cover it, since a customer would have to owe
    /// the rest. Called after each row; checks after the last row about the sale.
    func checkRest(of sale: Sale, row index: Int) throws {
        guard let balance = payments?.balances[sale.number],
            payments?.lastRows[sale.number] == index, balance.isWalkIn, !balance.isReturn,
            balance.isPaidByRows, !balance.hasVoid, balance.rest > 0
        else { return }
        rows[index].fail(
            .amount,
            "\(Money.plainText(Cents.amount(balance.rest))) of sale \(sale.number) would be left to "
                + "pay, and it has no customer who owes it")
    }

    // MARK: - Faults

    private func checkDay(of cells: PaymentCells, row index: Int) throws {
        rows[index].require(.date)
        guard let day = cells.day else { return }
        if let fault = SaleDraft.fault(of: day) {
            rows[index].fail(.date, fault)
        } else if try isClosed(day) {
            rows[index].fail(.date, "\(day) is closed: it takes no more payments")
        } else if let soldOn = cells.sale.day, day < soldOn {
            rows[index].fail(.date, "the sale is of \(soldOn): nothing was paid before")
        }
    }

    private func checkAmount(
        of cells: PaymentCells, _ balance: ImportedPayments.Balance, row index: Int
    ) {
        rows[index].require(.amount)
        guard let amount = cells.amount else { return }
        let number = cells.sale.number
        // A sale with a total of zero has a payment of zero.
        if amount == 0, balance.total != 0 {
            rows[index].fail(.amount, "it is 0, and sale \(number) is not")
        } else if balance.isReturn ? amount > 0 : amount < 0 {
            rows[index].fail(
                .amount,
                balance.isReturn
                    ? "sale \(number) is a return: what was given back is below zero"
                    : "what was given back belongs to a return, and sale \(number) is none")
        } else if cells.voidedAt == nil, cells.sale.isVoid {
            rows[index].fail(.sale, "sale \(number) is void and takes no payments")
        } else if cells.voidedAt == nil, abs(amount) > balance.rest {
            let rest = Money.plainText(Cents.amount(balance.rest))
            rows[index].fail(
                .amount,
                balance.rest == 0
                    ? "there is nothing left to pay of sale \(number)"
                    : "at most \(rest) is to be paid of sale \(number)")
        }
    }

    private func checkTendered(of cells: PaymentCells, row index: Int) {
        guard let tendered = cells.tendered, let amount = cells.amount, let kind = cells.kind,
            tendered != amount
        else { return }
        if !kind.isCash || cells.sale.isReturn {
            rows[index].fail(.tendered, "only a payment in cash has an amount handed over")
        } else if tendered < amount {
            rows[index].fail(.tendered, "it is less than what was paid")
        }
    }

    private func voidFault(of cells: PaymentCells) -> RowFault? {
        switch (cells.voidedAt, cells.voidReason) {
        case (nil, _?): RowFault(.voidReason, "it is for void payments, which have a date")
        case (_?, nil): RowFault(.voidReason, "a value is missing for a void payment")
        default: nil
        }
    }
}
