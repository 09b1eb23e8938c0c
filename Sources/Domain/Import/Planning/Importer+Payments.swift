import Foundation
import Persistence

/// The state of an import of payments.
struct ImportedPayments {
    /// The numbers of the new payments.
    var numbers = NewNumbers()
    /// The rows by payment number.
    var rows: [Int64: Int] = [:]
    /// The payment methods, read for each part.
    var kinds: [PaymentKind] = []
    /// The stored payments that rows of the part name, by number.
    var stored: [Int64: Payment] = [:]
    /// Payments that no longer count as equal to a row.
    var taken: Set<ManagedObjectID> = []
}

extension Importer {
    /// The cells of a row that describe its payment.
    private struct PaymentCells {
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
        payments.numbers = NewNumbers(
            from: try Payment.nextNumber(in: context), after: file.rows.greatestNumber)
        try forEachPart {
            try loadPayments()
            try forEachRow(importPayment)
            try checkRests()
        }
    }

    private func loadPayments() throws {
        try loadSales(
            numbers(in: .sale), with: ["lines", "payments", "returns", "returnOf"])
        payments.kinds = try PaymentKind.all(in: context)
        let request = FetchRequest<Payment>(
            FetchExpression.key("number").isIn(numbers(in: .number).sorted()),
            prefetching: [\.kind, \.sale])
        payments.stored = [:]
        for payment in try context.fetch(request) { payments.stored[payment.number] = payment }
    }

    private func importPayment() throws {
        let number = row.number(.number)
        let saleNumber = row.number(.sale)
        row.label =
            (number.map { "Payment \($0)" } ?? "New payment")
            + (saleNumber.map { " of sale \($0)" } ?? "")
        guard !row.row.isShifted else { return }
        let read = paymentCells(number, saleNumber)
        if let number {
            if let other = payments.rows[number] {
                return try refuse(sameAs: other, "payment", .number)
            }
            payments.rows[number] = index
        }
        guard let read, !row.isAtFault(.number) else { return }
        if let payment = payment(like: read) {
            try compare(payment, read)
        } else {
            try addPayment(read)
        }
    }

    // MARK: - Cells

    /// Reads a row; nil if its sale is unknown.
    private func paymentCells(_ number: Int64?, _ saleNumber: Int64?) -> PaymentCells? {
        let day = row.date(.date)?.day
        let time = row.time(.time)
        let amount = cents(.amount)
        let tendered = cents(.tendered)
        let voidedAt = row.voidDate()
        let kind = paymentKind()
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
    private func cents(_ column: ImportColumn) -> Int64? {
        guard let amount = row.signedMoney(column, in: currency) else { return nil }
        let cents = Cents.whole(amount)
        if cents == nil { row.fail(column, "enter an amount in cents") }
        return cents
    }

    /// The payment method of a row; nil for none.
    private func paymentKind() -> PaymentKind? {
        row.require(.kind)
        guard let name = row.text(.kind) else { return nil }
        let folded = name.foldedForMatching
        guard let kind = payments.kinds.first(where: { $0.name?.foldedForMatching == folded })
        else {
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
    private func payment(like cells: PaymentCells) -> Payment? {
        if let number = cells.number { return payments.stored[number] }
        guard let kind = cells.kind, let day = cells.day, let amount = cells.amount else {
            return nil
        }
        let same = cells.sale.payments.filter { payment in
            payment.kind === kind && payment.day == day && payment.amountCents == amount
                && payment.isVoid == (cells.voidedAt != nil)
                && (cells.time == nil || payment.time == cells.time)
                && (cells.reference ?? "") == ImportRow.oneLine(payment.reference ?? "")
                && !payments.taken.contains(payment.objectID)
                && !payments.numbers.given.contains(payment.number)
        }.min { $0.number < $1.number }
        guard let same else { return nil }
        payments.taken.insert(same.objectID)
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
        guard !row.isRefused, !payment.isVoid || cells.voidedAt == nil else { return }
        let said = voiding(
            "payment \(payment.number)", "void payment", isVoid: payment.isVoid)
        guard let (date, reason) = said else { return }
        own(cells.sale)
        try void(at: date, reason) { try payment.void(reason: reason, at: date) }
    }

    // MARK: - New payments

    /// Adds a payment, with the number of the row if it has one.
    private func addPayment(_ cells: PaymentCells) throws {
        row.isNew = true
        do {
            try checkDay(of: cells)
            try checkAmount(of: cells)
            checkTendered(of: cells)
            let void = voiding("", "void payment", isVoid: false)
            guard !row.isRefused, let kind = cells.kind, let day = cells.day,
                let amount = cells.amount
            else { return }
            let number = cells.number ?? payments.numbers.next
            if cells.number == nil {
                payments.numbers.next = number + 1
                row.note("it gets the next free number")
            }
            payments.numbers.given.insert(number)
            let payment = cells.sale.insertPayment(
                number, kind, cents: amount, tendered: cells.tendered, on: day, at: cells.time,
                in: context)
            payment.reference = cells.reference
            (payment.voidedAt, payment.voidReason) = (void?.date, void?.reason)
            let touched: [ManagedObject?] = [payment, cells.sale, cells.sale.returnOf]
            for case let object? in touched { own(object) }
            try cells.sale.updateOwedAmounts()
        } catch let refusal as SaleRefusal {
            row.fail(.sale, refusal.description)
        }
    }

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

    private func checkAmount(of cells: PaymentCells) throws {
        row.require(.amount)
        let sale = cells.sale
        let (total, rest) = (try sale.payableCents(), try rest(of: sale))
        guard let amount = cells.amount else { return }
        // A sale with a total of zero has a payment of zero.
        if amount == 0, total != 0 {
            row.fail(.amount, "it is 0, and sale \(sale.number) is not")
        } else if sale.isReturn ? amount > 0 : amount < 0 {
            row.fail(
                .amount,
                sale.isReturn
                    ? "sale \(sale.number) is a return: what was given back is below zero"
                    : "what was given back belongs to a return, and sale \(sale.number) is none")
        } else if cells.voidedAt == nil, sale.isVoid {
            row.fail(.sale, "sale \(sale.number) is void and takes no payments")
        } else if cells.voidedAt == nil, abs(amount) > rest {
            row.fail(
                .amount,
                rest == 0
                    ? "there is nothing left to pay of sale \(sale.number)"
                    : "at most \(Money.plainText(Cents.amount(rest))) is to be paid of sale "
                        + "\(sale.number)")
        }
    }

    /// The amount of a sale that is not paid, or of a return that is not repaid, in cents.
    private func rest(of sale: Sale) throws -> Int64 {
        let open = try sale.payableCents() - sale.paidCents
        return max(sale.isReturn ? -open : open, 0)
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

    /// Refuses sales without a customer whose payments do not cover them, since a customer would have to owe
    /// the rest. The fault is that of the last row about the sale.
    private func checkRests() throws {
        var last: [Int64: Int] = [:]
        for index in rows.indices {
            if let number = rows[index].number(in: .sale) { last[number] = index }
        }
        for (number, index) in last {
            guard let sale = sales[number], sale.isWalkIn, !sale.isReturn,
                sale.payments.contains(where: \.isInserted),
                !sale.payments.contains(where: \.isVoid)
            else { continue }
            let rest = try rest(of: sale)
            guard rest > 0 else { continue }
            rows[index].fail(
                .amount,
                "\(Money.plainText(Cents.amount(rest))) of sale \(number) would be left to pay, and it has "
                    + "no customer who owes it")
        }
    }
}
