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
        var numbers: Set<Int64> = []
        for row in rows {
            var row = row
            if let number = row.number(.number) { numbers.insert(number) }
        }
        let request = FetchRequest<Payment>(
            FetchExpression.key("number").isIn(numbers.sorted()), prefetching: [\.kind, \.sale])
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
            if rows[index].text(.sale) == nil { rows[index].fail(.sale, "a value is missing") }
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
        guard let name = rows[index].text(.kind) else {
            rows[index].fail(.kind, "a value is missing")
            return nil
        }
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
