import Foundation
import Persistence

extension Importer {
    /// Adds a step: behind the last one, or before a count, which stays what was counted. What lies between
    /// steps that are there would make them wrong.
    func addStep(
        _ cells: StockCells, to journal: inout ImportedStock.Journal, row index: Int
    ) throws {
        rows[index].isNew = true
        let date = cells.date.date
        let isEarly = journal.steps.first.map { date < $0.date } ?? false
        checkMoment(cells.date, journal, isEarly: isEarly, row: index)
        let source = try attempt(index) { try line(of: cells, journal) }
        let former = isEarly ? journal.earlyLevel : journal.level
        let level = cells.change.map { former + $0 } ?? cells.level ?? former
        if let said = cells.level, said != level {
            rows[index].fail(
                .level,
                "there are \(Quantity.text(level)) then, and the row says \(Quantity.text(said))")
        }
        guard !rows[index].isRefused else { return }
        let entry = StockEntry(context: context)
        own(entry, by: index)
        own(cells.product, by: index)
        entry.product = cells.product
        entry.kind = cells.kind.rawValue
        entry.change = level - former
        entry.level = level
        entry.date = date
        entry.note = cells.note
        entry.line = source
        if let source {
            journal.note(cells.kind, of: source.objectID)
        } else if !StockEntry.Kind.entered.contains(cells.kind) {
            rows[index].note("its sale no longer exists")
        }
        journal.lastRow = date
        if isEarly {
            try moveCount(of: &journal, after: level, row: index)
        } else {
            journal.level = level
            if !cells.product.isStocked { cells.product.isStocked = true }
            if cells.product.stock != level { cells.product.stock = level }
        }
    }

    /// The count with which the journal began finds as many as it found, and explains the rest.
    private func moveCount(
        of journal: inout ImportedStock.Journal, after level: Decimal, row index: Int
    ) throws {
        journal.earlyLevel = level
        guard let count = journal.firstCount,
            let entry = try context.existingObject(with: count.id) as? StockEntry
        else { return }
        own(entry, by: index)
        entry.change = (entry.level ?? 0) - level
        rows[index].note(
            "the count of \(CalendarDay(count.date)) stays \(Quantity.text(count.level)), and is the step from "
                + "\(Quantity.text(level)) to that")
    }

    private func checkMoment(
        _ moment: ImportDate, _ journal: ImportedStock.Journal, isEarly: Bool, row index: Int
    ) {
        let (day, date) = (moment.day, moment.date)
        if let fault = SaleDraft.fault(of: day) {
            rows[index].fail(.date, fault)
        } else if date > Date() {
            // What is sold until then would stand before it, with a stock that counts it already.
            rows[index].fail(.date, "\(moment) is in the future")
        } else if let last = journal.lastRow, date < last {
            rows[index].fail(
                .date, "a row before it is about a later step of the product; put them in order")
        } else if isEarly, journal.firstCount == nil {
            rows[index].fail(
                .date,
                "the stock history of the product begins later, without a count, so nothing can come before"
            )
        } else if !isEarly, !journal.isBehindAll(date) {
            rows[index].fail(
                .date, "the journal of the product has later steps, which would be wrong then")
        }
    }

    /// The line of a sale that made a step; nil for what people enter, and where the sale went with a person.
    private func line(
        of cells: StockCells, _ journal: ImportedStock.Journal
    ) throws -> SaleLine? {
        guard let sale = cells.sale else { return nil }
        let isOfReturn = cells.kind == .returned
        guard cells.kind == .voided ? sale.isVoid : isOfReturn == sale.isReturn else {
            let state =
                cells.kind == .voided ? "not void" : isOfReturn ? "no return" : "a return"
            throw RowFault(.sale, "sale \(sale.number) is \(state)")
        }
        let quantity = abs(cells.change ?? 0)
        let found = sale.lines.first {
            $0.product === cells.product && $0.quantity == quantity
                && !journal.has(cells.kind, of: $0.objectID)
        }
        guard let found else {
            throw RowFault(
                .sale,
                "sale \(sale.number) has no line of \(Quantity.text(quantity)) of the product without such a step"
            )
        }
        return found
    }
}
