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
    }

    /// Adds payments, and voids existing ones.
    func importPayments() throws {
        try loadPayments()
        try forEachRow(importPayment)
    }

    /// Warnings about numbers that no payment has or will get.
    var missingPayments: [String] {
        payments.map { Self.missing("payment", $0.given, from: $0.firstFree) } ?? []
    }

    private func loadPayments() throws {
        var known = try payments ?? ImportedPayments(file.rows, in: context)
        try loadSales(named: .sale, with: ["lines", "payments", "returns", "returnOf"])
        let request = FetchRequest<Payment>(
            FetchExpression.key("number").isIn(numbers(in: .number).sorted()),
            prefetching: [\.kind, \.sale])
        for payment in try context.fetch(request) { known.stored[payment.number] = payment }
        payments = known
    }

    private func importPayment() throws {
        let number = row.number(.number)
        let saleNumber = row.number(.sale)
        row.label =
            (number.map { "Payment \($0)" } ?? "New payment")
            + (saleNumber.map { " of sale \($0)" } ?? "")
        guard !row.row.isShifted else { return }
        let read = try paymentCells(number, saleNumber)
        if let number, let other = payments?.rows[number] {
            return try refuse(sameAs: other, "payment", .number)
        }
        if let number { payments?.rows[number] = index }
        guard let read, !row.isAtFault(.number) else { return }
        if let payment = try payment(like: read) {
            try compare(payment, read)
        } else {
            try addPayment(read)
        }
        try checkRest(of: read.sale)
    }

    // MARK: - Cells

    /// Reads a row; nil if its sale is unknown.
    private func paymentCells(_ number: Int64?, _ saleNumber: Int64?) throws -> PaymentCells? {
        let day = row.date(.date)?.day
        let time = row.time(.time)
        let amount = try cents(.amount)
        let tendered = try cents(.tendered)
        let voidedAt = row.voidDate()
        let kind = try paymentKind()
        guard let saleNumber else {
            row.require(.sale)
            return nil
        }
        guard let sale = sales[saleNumber] else {
            row.fail(
                .sale, "there is no sale \(saleNumber); import the sales before their payments")
            return nil
        }
        return PaymentCells(
            number: number, sale: sale, day: day, time: time, kind: kind, amount: amount,
            tendered: tendered, reference: row.text(.reference), voidedAt: voidedAt)
    }

    /// An amount in cents, which may be negative; nil if the cell is empty or invalid.
    private func cents(_ column: ImportColumn) throws -> Int64? {
        guard let amount = row.signedMoney(column, in: currency) else { return nil }
        let cents = Cents.whole(amount)
        if cents == nil { row.fail(column, "enter an amount in cents") }
        return cents
    }

    /// The payment method of a row; nil for none.
    private func paymentKind() throws -> PaymentKind? {
        row.require(.kind)
        guard let name = row.text(.kind) else { return nil }
        let kinds = try payments?.kinds ?? PaymentKind.all(in: context)
        payments?.kinds = kinds
        let folded = name.foldedForMatching
        guard let kind = kinds.first(where: { $0.name?.foldedForMatching == folded }) else {
            row.fail(
                .kind,
                "there is no payment method “\(name.prefix(60))”; add it on the page of the shop")
            return nil
        }
        if let isCash = row.flag(.isCash), isCash != kind.isCash {
            row.fail(
                .isCash,
                "“\(kind.name ?? "")” is \(kind.isCash ? "" : "not ")money in the drawer here")
            return nil
        }
        return kind
    }

    // MARK: - Existing payments

    /// The stored payment with a row's number; for a row without one, an equal payment.
    private func payment(like cells: PaymentCells) throws -> Payment? {
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
                && !known.taken.contains(payment.objectID) && !known.given.contains(payment.number)
        }.min { $0.number < $1.number }
        guard let same else { return nil }
        payments?.taken.insert(same.objectID)
        row.note("payment \(same.number) is the same, and exists already")
        return same
    }

    /// A payment never changes: a row can only void it.
    private func compare(_ payment: Payment, _ cells: PaymentCells) throws {
        own(payment)
        func check(_ column: ImportColumn, _ isSame: Bool, _ text: String) {
            guard !isSame, row.text(column) != nil else { return }
            row.fail(column, "payment \(payment.number) exists with \(text), and is not changed")
        }
        check(.sale, payment.sale === cells.sale, "sale \(payment.sale?.number ?? 0)")
        check(.date, payment.day == cells.day, payment.day?.description ?? "")
        check(.time, payment.time == cells.time, payment.time?.description ?? "no time")
        check(.kind, payment.kind === cells.kind, "“\(payment.kind?.name ?? "")”")
        check(.amount, payment.amountCents == cells.amount, Money.plainText(payment.amount))
        check(
            .tendered, payment.tenderedCents == cells.tendered ?? 0,
            Money.plainText(payment.tendered))
        check(
            .reference, ImportRow.oneLine(payment.reference ?? "") == cells.reference,
            "“\(payment.reference ?? "")”")
        guard !row.isRefused else { return }
        if payment.isVoid, cells.voidedAt != nil { return }
        let said = voiding(
            "payment \(payment.number)", "void payment", isVoid: payment.isVoid)
        guard let (date, reason) = said else { return }
        try void(at: date, reason) {
            var balance = try balance(of: cells.sale)
            try payment.void(reason: reason, at: date)
            balance.paid -= payment.amountCents
            balance.hasVoid = true
            payments?.balances[cells.sale.number] = balance
            own(cells.sale)
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
    func addPayment(_ cells: PaymentCells) throws {
        row.isNew = true
        let balance: ImportedPayments.Balance
        do {
            balance = try self.balance(of: cells.sale)
        } catch let refusal as SaleRefusal {
            return row.fail(.sale, refusal.description)
        }
        try checkDay(of: cells)
        checkAmount(of: cells, balance)
        checkTendered(of: cells)
        let void = voiding("", "void payment", isVoid: false)
        guard !row.isRefused, let kind = cells.kind, let day = cells.day, let amount = cells.amount
        else { return }
        let number = cells.number ?? payments?.next ?? 1
        if cells.number == nil {
            payments?.next = number + 1
            row.note("it gets the next free number")
        }
        let payment = Payment(context: context)
        own(payment)
        payment.number = number
        payment.sale = cells.sale
        payment.kind = kind
        payment.date = day.date
        payment.time = cells.time
        payment.amountCents = amount
        payment.tenderedCents = kind.isCash && !balance.isReturn ? cells.tendered ?? amount : 0
        payment.reference = cells.reference
        (payment.voidedAt, payment.voidReason) = (void?.date, void?.reason)
        payments?.given.insert(number)
        try count(payment, of: cells.sale, balance)
    }

    /// Counts a new payment, and updates the amount owed.
    private func count(_ payment: Payment, of sale: Sale, _ former: ImportedPayments.Balance) throws
    {
        var balance = former
        if payment.isVoid {
            balance.hasVoid = true
        } else {
            balance.paid += payment.amountCents
            balance.isPaidByRows = true
        }
        payments?.balances[sale.number] = balance
        own(sale)
        if let original = sale.returnOf { own(original) }
        do {
            try sale.updateOwedAmount()
            try sale.returnOf?.updateOwedAmount()
        } catch let refusal as SaleRefusal { row.fail(.sale, refusal.description) }
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
    func checkRest(of sale: Sale) throws {
        guard let balance = payments?.balances[sale.number],
            payments?.lastRows[sale.number] == index, balance.isWalkIn, !balance.isReturn,
            balance.isPaidByRows, !balance.hasVoid, balance.rest > 0
        else { return }
        row.fail(
            .amount,
            "\(Money.plainText(Cents.amount(balance.rest))) of sale \(sale.number) would be left to "
                + "pay, and it has no customer who owes it")
    }

    // MARK: - Faults

    private func checkDay(of cells: PaymentCells) throws {
        row.require(.date)
        guard let day = cells.day else { return }
        if let fault = SaleDraft.fault(of: day) {
            row.fail(.date, fault)
        } else if try isClosed(day) {
            row.fail(.date, "\(day) is closed: it takes no more payments")
        } else if let soldOn = cells.sale.day, day < soldOn {
            row.fail(.date, "the sale is of \(soldOn): nothing was paid before")
        }
    }

    private func checkAmount(of cells: PaymentCells, _ balance: ImportedPayments.Balance) {
        row.require(.amount)
        guard let amount = cells.amount else { return }
        let number = cells.sale.number
        // A sale with a total of zero has a payment of zero.
        if amount == 0, balance.total != 0 {
            row.fail(.amount, "it is 0, and sale \(number) is not")
        } else if balance.isReturn ? amount > 0 : amount < 0 {
            row.fail(
                .amount,
                balance.isReturn
                    ? "sale \(number) is a return: what was given back is below zero"
                    : "what was given back belongs to a return, and sale \(number) is none")
        } else if cells.voidedAt == nil, cells.sale.isVoid {
            row.fail(.sale, "sale \(number) is void and takes no payments")
        } else if cells.voidedAt == nil, abs(amount) > balance.rest {
            let rest = Money.plainText(Cents.amount(balance.rest))
            row.fail(
                .amount,
                balance.rest == 0
                    ? "there is nothing left to pay of sale \(number)"
                    : "at most \(rest) is to be paid of sale \(number)")
        }
    }

    private func checkTendered(of cells: PaymentCells) {
        guard let tendered = cells.tendered, let amount = cells.amount, let kind = cells.kind,
            tendered != amount
        else { return }
        if !kind.isCash || cells.sale.isReturn {
            row.fail(.tendered, "only a payment in cash has an amount handed over")
        } else if tendered < amount {
            row.fail(.tendered, "it is less than what was paid")
        }
    }
}
