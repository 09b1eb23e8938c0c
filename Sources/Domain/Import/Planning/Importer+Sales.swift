import Foundation
import Persistence

extension Importer {
    /// Changes sales. New ones are imported with their lines.
    func importSales() throws {
        try forEachPart {
            try loadSales()
            try forEachRow(importSale)
        }
    }

    private func importSale() throws {
        let number = row.number(.number)
        row.label = number.map { "Sale \($0)" } ?? ""
        guard !row.row.isShifted else { return }
        readSaleCells()
        row.require(.number)
        guard let number else { return }
        if let other = drafts[number]?.first {
            try refuse(sameAs: other, "sale", .number)
        } else if let sale = sales[number] {
            own(sale)
            drafts[number] = try knownSale(sale)
            try takeFields(of: sale, isNew: false)
        } else {
            row.fail(.number, "there is no sale \(number); import new sales with a table of lines")
        }
    }

    /// The state of a stored sale.
    func knownSale(_ sale: Sale) throws -> SaleRows {
        let draft = SaleRows(sale, isNew: false, first: index)
        draft.isOfClosedDay = try isClosed(sale.day)
        return draft
    }

    /// Finds the faults of the cells about a sale that do not depend on records.
    func readSaleCells() {
        _ = row.time(.time)
        for column in [ImportColumn.isWalkIn, .isOnAccount] { _ = row.flag(column) }
        for column in [ImportColumn.date, .voidedAt] { _ = row.date(column) }
        _ = row.number(.returnOf)
    }

    /// Reads the sales that the rows of a part name, and those that they return.
    func loadSales() throws {
        try loadSales(
            numbers(in: .number).union(numbers(in: .returnOf)),
            with: ["customer", "lines", "lines.product", "returns"])
    }

    /// Reads sales by number.
    ///
    /// - Parameter relationships: the relationships to prefetch.
    func loadSales(_ numbers: Set<Int64>, with relationships: [String]) throws {
        var request = FetchRequest<Sale>(FetchExpression.key("number").isIn(numbers.sorted()))
        request.relationshipKeyPathsForPrefetching = relationships
        for sale in try context.fetch(request) { sales[sale.number] = sale }
    }

    /// Releases the sales of a part.
    func releaseSales() {
        saleNumbers.given = madeSaleNumbers
        (drafts, sales, walkIns, knownTaxRates) = ([:], [:], [:], nil)
    }

    /// The numbers of the new sales.
    var madeSaleNumbers: NumberRanges {
        var numbers = saleNumbers.given
        for draft in drafts.values where draft.isNew { numbers.insert(draft.sale.number) }
        return numbers
    }

    /// Gives sales without a number in the file new numbers if theirs were used meanwhile.
    ///
    /// - Parameter isFirst: whether this is the first part to be saved. It reserves the numbers of later
    ///   parts.
    /// - Returns: false if a number of the file was used meanwhile.
    /// - Throws: errors of the store.
    func renumber(after context: ManagedObjectContext, isFirst: Bool) throws -> Bool {
        guard file.kind == .lines else { return true }
        let unnumbered = drafts.values.filter(\.isUnnumbered).map(\.sale)
        let free = try Sale.nextNumber(in: context)
        let taken = saleNumbers.firstFree..<max(free, saleNumbers.firstFree)
        if isFirst, !taken.isEmpty, try file.rows.hasNumber(in: taken) { return false }
        let first = max(free, saleNumbers.next - Int64(unnumbered.count))
        for (index, sale) in unnumbered.sorted(by: { $0.number < $1.number }).enumerated() {
            let number = first + Int64(index)
            if sale.number != number { sale.number = number }
        }
        saleNumbers.next = max(saleNumbers.next, first + Int64(unnumbered.count))
        return true
    }

    /// Warnings about numbers that no sale or payment has or will get.
    var missingNumbers: [String] {
        Self.missing("sale", madeSaleNumbers, from: saleNumbers.firstFree)
            + Self.missing("payment", payments.numbers.given, from: payments.numbers.firstFree)
    }

    /// Warnings about gaps in numbers after those used before the import.
    ///
    /// - Parameter one: the noun for a record with such a number.
    private static func missing(
        _ one: String, _ new: NumberRanges, from firstFree: Int64
    ) -> [String] {
        let end = (new.last ?? 0) + 1
        guard firstFree < end else { return [] }
        let missing = new.missing(in: firstFree..<end)
        guard !missing.isEmpty else { return [] }
        return [
            "No \(one) has the number\(missing.isOne ? "" : "s") \(missing.text), and none gets "
                + "\(missing.isOne ? "it" : "them") later: the next \(one) is \(end)."
        ]
    }

    /// Sets the attributes of a sale from a row.
    func takeFields(of sale: Sale, isNew: Bool) throws {
        try takeDate(of: sale, isNew: isNew)
        _ = try attempt { try takeOrigin(of: sale, isNew: isNew) }
        _ = try attempt { try takeCustomer(of: sale, isNew: isNew) }
        try takeVoid(of: sale, isNew: isNew)
        set(\.time, of: sale, .time, as: .time)
        set(\.note, of: sale, .note, as: .lines)
        try takeNumberText(of: sale, isNew: isNew)
        try takeTerms(of: sale, isNew: isNew)
    }

    /// Sets the number on the receipt of a new sale. That of an existing one never changes.
    private func takeNumberText(of sale: Sale, isNew: Bool) throws {
        guard let text = row.text(.numberText), text != sale.numberText else { return }
        if !isNew {
            row.fail(.numberText, "the receipt of sale \(sale.number) has \(sale.writtenNumber)")
        } else if try Sale.isWritten(text, in: context) {
            row.fail(.numberText, "“\(text)” is the number of another one already")
        } else {
            sale.numberText = text
        }
    }

    /// Sets whether a sale is without a customer or paid later. The amount owed follows with the lines.
    private func takeTerms(of sale: Sale, isNew: Bool) throws {
        if isNew, sale.customer == nil {
            // A file without this column has no sales of removed people.
            sale.isWalkIn = sale.returnOf?.isWalkIn ?? row.flag(.isWalkIn) ?? true
        }
        guard let isOnAccount = row.flag(.isOnAccount), isOnAccount != sale.isOnAccount else {
            return
        }
        guard !isOnAccount || sale.customer != nil else {
            return row.fail(.isOnAccount, "what is paid later needs a customer who owes it")
        }
        sale.isOnAccount = isOnAccount
        guard !isNew else { return }
        row.note(.isOnAccount, from: isOnAccount ? "no" : "yes", to: isOnAccount ? "yes" : "no")
        try sale.updateOwedAmount()
    }

    private func takeDate(of sale: Sale, isNew: Bool) throws {
        if isNew { row.require(.date) }
        guard let date = row.date(.date) else { return }
        guard date.day != sale.day || isNew else { return }
        if let fault = SaleDraft.fault(of: date.day) { row.fail(.date, fault) }
        for day in [date.day, isNew ? nil : sale.day] where try isClosed(day) {
            row.fail(.date, "\(day ?? date.day) is closed: its sales stay as they are")
        }
        if !isNew, let invoice = sale.invoice {
            row.fail(.date, "sale \(sale.number) has invoice \(invoice.number), which says its day")
        }
        if !isNew { row.note(.date, from: sale.day?.description ?? "", to: date.day.description) }
        sale.date = date.day.date
        guard !isNew else { return }
        for key in sale.lines.compactMap(\.itemKey) {
            if let item = try Item.find(key, in: context) { own(item) }
            try Item.updateSoldDate(of: key, in: context)
        }
    }

    private func takeCustomer(of sale: Sale, isNew: Bool) throws {
        var found = try customer(ofSale: isNew ? nil : sale)
        if isNew, found == nil { found = sale.returnOf?.customer }
        guard let customer = found else {
            if isNew { row.note("without a customer") }
            return
        }
        guard sale.customer !== customer else { return }
        if !isNew, let invoice = sale.invoice {
            return row.fail(
                .customer,
                "sale \(sale.number) has invoice \(invoice.number), which says who bought")
        }
        if !isNew {
            row.note(.customer, from: sale.customer?.name ?? "", to: customer.name ?? "")
            // A former customer without a sale is invalid, as a fault of this row.
            if let former = sale.customer { own(former) }
        }
        sale.customer = customer
    }

    private func takeOrigin(of sale: Sale, isNew: Bool) throws {
        guard let number = row.number(.returnOf) else { return }
        guard isNew else {
            guard sale.returnOf?.number == number else {
                throw RowFault(
                    .returnOf, "sale \(sale.number) cannot become a return of another sale")
            }
            return
        }
        guard let origin = sales[number] else {
            throw RowFault(.returnOf, "there is no sale \(number)")
        }
        guard !origin.isReturn, origin !== sale else {
            throw RowFault(.returnOf, "a return cannot be returned")
        }
        sale.returnOf = origin
    }

    private func takeVoid(of sale: Sale, isNew: Bool) throws {
        let said = voiding("sale \(sale.number)", "voided sale", isVoid: sale.isVoid)
        guard let (date, reason) = said else { return }
        if isNew {
            (sale.voidedAt, sale.voidReason) = (date, reason)
        } else if sale.isVoid {
            set(\.voidReason, of: sale, .voidReason, as: .line)
        } else {
            try void(at: date, reason) { try sale.void(reason: reason, at: date) }
        }
    }

    /// The time and the reason for which a row makes a record void; nil if it does not, or is refused.
    func voiding(_ record: String, _ noun: String, isVoid: Bool) -> (date: Date, reason: String)? {
        switch (row.voidDate(), row.text(.voidReason)) {
        case (let date?, let reason?): return (date, reason)
        case (_?, nil): row.fail(.voidReason, "a value is missing for a \(noun)")
        case (nil, _) where isVoid && row.isEmpty(.voidedAt):
            row.fail(.voidedAt, "\(record) is void; that cannot be undone")
        case (nil, _?) where !isVoid && row.text(.voidedAt) == nil:
            row.fail(.voidReason, "it is for \(noun)s, which have a date")
        default: break
        }
        return nil
    }

    /// Makes a stored record void with a closure. A refusal is a fault of the row.
    func void(at date: Date, _ reason: String, _ body: () throws -> Void) throws {
        do {
            try body()
            row.note(.voidedAt, from: "", to: ImportDate.text(date))
            row.note(.voidReason, from: "", to: reason)
        } catch let refusal as SaleRefusal {
            row.fail(.voidedAt, refusal.description)
        }
    }
}

/// The numbers of new sales or payments.
struct NewNumbers {
    /// The number that the next one would get without the import.
    var firstFree: Int64 = 1
    /// The number for the next one without a number in the file.
    var next: Int64 = 1
    var given = NumberRanges()

    init() {}

    /// - Parameters:
    ///   - firstFree: the number that the next one would get without the import.
    ///   - greatest: the greatest number in the file.
    init(from firstFree: Int64, after greatest: Int64) {
        (self.firstFree, next) = (firstFree, max(firstFree, greatest + 1))
    }
}

/// A sale with its rows in a file.
final class SaleRows {
    let sale: Sale
    let isNew: Bool
    /// Whether it has no number in the file, and gets one when it is saved.
    var isUnnumbered = false
    /// Whether its day is closed.
    var isOfClosedDay = false
    /// The first row about it.
    let first: Int
    /// The discount on the whole sale in the rows so far.
    var discount: Discount?
    /// Its lines, stored and imported.
    var lines: [SaleLine]
    /// The number of rows about it so far.
    var rowCount = 0

    init(_ sale: Sale, isNew: Bool, first: Int) {
        self.sale = sale
        self.isNew = isNew
        self.first = first
        lines = isNew ? [] : sale.lines.map { $0 }
    }

    /// The reason why the lines must not change; nil if they may.
    var lock: String? {
        guard !isNew else { return nil }
        if sale.isVoid { return "sale \(sale.number) is void; its lines stay as they are" }
        if let invoice = sale.invoice {
            return "sale \(sale.number) has invoice \(invoice.number); its lines stay as they are"
        }
        if isOfClosedDay { return "its day is closed; its lines stay as they are" }
        if sale.isReturn { return "\(sale.number) is a return; its lines stay as they are" }
        return sale.returns.contains { !$0.isVoid }
            ? "something was returned from sale \(sale.number); its lines cannot be changed" : nil
    }
}
