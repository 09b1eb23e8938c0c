import Foundation
import Persistence

extension Importer {
    /// Adds the loan of an item. A current loan stays unchanged.
    func setLoan(of item: Item) throws {
        let since = row.date(.lentSince)
        let until = row.date(.lentUntil)
        guard let borrower = row.text(.lentTo) else {
            if let day = (since ?? until)?.day {
                row.note("\(day) is left out: it does not say who has the item")
            }
            return
        }
        if let loan = item.openLoan() {
            let name = loan.borrower ?? ""
            let isSame = [(since, loan.since), (until, loan.due)].allSatisfy { cell, date in
                cell.map { $0.isSame(as: date) } ?? true
            }
            if name.foldedForMatching != borrower.foldedForMatching {
                row.note("it is lent to \(name) and stays so")
            } else if !isSame {
                row.note("its loan to \(name) stays as it is")
            }
            return
        }
        let day = since?.day ?? .today()
        if day.isYetToCome { return row.fail(.lentSince, "\(day) is in the future") }
        if let due = until?.day, due < day {
            return row.fail(.lentUntil, "\(due) is before \(day)")
        }
        let loan = Loan(context: context)
        loan.borrower = borrower
        loan.since = day.date
        loan.due = until?.day.date
        loan.notes = row.text(.lentNotes)
        loan.item = item
        own(loan)
        row.note(.lentTo, from: "", to: borrower)
    }

    /// Adds the tasks of an item. An existing task with the same title stays unchanged.
    func setCare(of item: Item) throws {
        guard let entries = entries(CareEntry.self, .care) else { return }
        let known = Set(item.careTasks.compactMap { $0.title?.foldedForMatching })
        for entry in entries where !known.contains(entry.title.foldedForMatching) {
            if let fault = entry.fault(in: currency) {
                let title = ImportRow.oneLine(String(entry.title.prefix(60)))
                return row.fail(.care, "“\(title)”: \(fault)")
            }
            let task = entry.task(of: item, currency, in: context)
            own(task)
            for record in task.records { own(record) }
            row.note(.care, from: "", to: entry.title)
        }
    }

    /// Adds former loans. Existing ones stay unchanged.
    func setFormerLoans(of item: Item) {
        guard let entries = entries(LoanEntry.self, .formerLoans) else { return }
        let known = Set(LoanEntry.all(of: item))
        for entry in entries where !known.contains(entry) {
            guard let loan = entry.loan(of: item, in: context) else {
                row.fail(.formerLoans, "“\(entry.borrower.prefix(60))” has an invalid day")
                continue
            }
            own(loan)
            row.note(.formerLoans, from: "", to: "\(entry.borrower), \(entry.since)")
        }
    }

    /// Adds former values. Those known until the same time stay unchanged.
    func setFormerValues(of item: Item) {
        guard let entries = entries(ValueEntry.self, .formerValues) else { return }
        let known = Set(ValueEntry.all(of: item).map(\.until))
        for entry in entries where !known.contains(entry.until) {
            guard let record = entry.record(of: item, currency, in: context) else {
                row.fail(.formerValues, "“\(entry.until.prefix(60))” has an invalid time or amount")
                continue
            }
            own(record)
            row.note(.formerValues, from: "", to: "\(entry.valueInDollars) until \(entry.until)")
        }
    }

    /// The entries of a cell; nil if it is empty or invalid.
    private func entries<Entry: ListEntry>(_ type: Entry.Type, _ column: ImportColumn) -> [Entry]? {
        guard let text = row.text(column) else { return nil }
        do {
            return try Entry.list(text)
        } catch {
            row.fail(column, "it is not in the format of an export")
            return nil
        }
    }
}
