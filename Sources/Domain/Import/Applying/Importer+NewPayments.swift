import Foundation
import Persistence

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

    /// What is left to pay of a sale to nobody in particular would be owed by nobody: said once all rows about
    /// it are done.
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
        guard let day = cells.day else {
            if rows[index].text(.date) == nil { rows[index].fail(.date, "a value is missing") }
            return
        }
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
        guard let amount = cells.amount else {
            if rows[index].text(.amount) == nil { rows[index].fail(.amount, "a value is missing") }
            return
        }
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
