import Foundation
import Persistence

extension Importer {
    /// What a row says about its payment.
    struct PaymentCells {
        var number: Int64?
        var sale: Sale
        var day: CalendarDay?
        var time: TimeOfDay?
        var kind: PaymentKind?
        /// In cents; below zero for what was given back.
        var amount: Int64?
        var tendered: Int64?
        var reference: String?
        var voidedAt: Date?
        var voidReason: String?
    }

    /// Makes payments, and makes some that are there void.
    func importPayments() throws {
        try loadPayments()
        for index in rows.indices {
            try step(index)
            try importPayment(index)
        }
    }

    /// Says which numbers no payment has afterwards, and none gets.
    var missingPayments: [String] {
        payments.map { Self.missing("payment", $0.given, from: $0.firstFree) } ?? []
    }

    /// Reads the sales and the payments that the rows name.
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

    /// Reads a row; nil if nothing is known of its sale.
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
                .sale, "there is no sale \(saleNumber); sales come before their payments")
            return nil
        }
        return PaymentCells(
            number: number, sale: sale, day: day, time: time, kind: kind, amount: amount,
            tendered: tendered, reference: rows[index].text(.reference), voidedAt: voidedAt,
            voidReason: rows[index].text(.voidReason))
    }

    /// An amount in cents, which may be below zero; nil if the cell is empty or at fault.
    private func cents(_ column: ImportColumn, row index: Int) throws -> Int64? {
        guard let amount = rows[index].signedMoney(column, in: currency) else { return nil }
        guard let cents = Cents.whole(amount) else {
            rows[index].fail(column, "enter an amount in cents")
            return nil
        }
        return cents
    }

    /// The kind that a row names; nil if there is none.
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

    // MARK: - Payments that are there

    /// The payment of the store that a row is about: by its number, or the same one if the row has none.
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

    /// What was received stays as it is: a row may make it void, and say nothing else about it.
    private func compare(_ payment: Payment, _ cells: PaymentCells, row index: Int) throws {
        own(payment, by: index)
        func check(_ column: ImportColumn, _ isSame: Bool, _ text: String) {
            guard !isSame, rows[index].text(column) != nil else { return }
            rows[index].fail(
                column, "payment \(payment.number) is here with \(text), and stays as it is")
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

/// What an import of payments knows besides the records of a part: some numbers of each row, so that a long
/// table comes in parts.
struct ImportedPayments {
    /// What was paid for a sale so far, by the store and by the rows.
    struct Balance {
        /// What it comes to; below zero for a return.
        let total: Int64
        let isReturn: Bool
        /// Whether the unpaid rest is not owed.
        let isWalkIn: Bool
        /// What counts of what was paid.
        var paid: Int64
        /// Whether a payment of it was made void, so that less may be paid than it comes to.
        var hasVoid: Bool
        /// Whether a row has added something that counts.
        var isPaidByRows = false

        /// What is left to be paid, or to be given back, by its amount.
        var rest: Int64 { isReturn ? max(paid - total, 0) : max(total - paid, 0) }
    }

    /// The last row about each sale, by its number.
    let lastRows: [Int64: Int]
    /// The number that the next payment would get without the import.
    let firstFree: Int64
    /// The greatest number that the file gives; 0 if it gives none.
    let greatest: Int64
    /// The number for the next payment that the file gives none.
    var next: Int64
    /// The rows by the numbers that they give.
    var rows: [Int64: Int] = [:]
    /// The numbers of the payments that rows have made.
    var given: Set<Int64> = []
    /// Payments that no longer count as equal to a row.
    var taken: Set<ManagedObjectID> = []
    /// By the numbers of the sales that rows were about.
    var balances: [Int64: Balance] = [:]
    /// The kinds of payments, as the rows of a part see them.
    var kinds: [PaymentKind]?
    /// The payments of the store that rows of a part name, by number.
    var stored: [Int64: Payment] = [:]

    /// Looks at all rows.
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

    /// Lets go of the records of a part that is over.
    mutating func letGo() {
        kinds = nil
        stored = [:]
    }
}

extension Importer {
    /// Makes a payment, with its number if the row gives one.
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

    /// Takes note of a new payment, and works out again what is owed.
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
            try sale.settle()
            try sale.returnOf?.settle()
        } catch let refusal as SaleRefusal {
            rows[index].fail(.sale, refusal.description)
        }
    }

    /// What was paid for a sale so far.
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

    /// Refuses a sale without a customer that its payments do not cover, since there is no one to owe the rest.
    /// Called after each row, it does so after the last one about the sale.
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

    // MARK: - What is wrong with it

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
        // A sale that comes to nothing is paid with nothing.
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
