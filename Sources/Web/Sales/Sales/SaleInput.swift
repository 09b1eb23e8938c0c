import Domain
import Foundation
import Persistence

/// A sale as a form posts it: a day, and lines whose fields are `lines[0][product]` and so on.
///
/// Blank lines are passed over. A line names its product by number (`product`), by name
/// (`productName`, which makes a new product if there is none), or is an item of the inventory
/// (`itemKey`).
struct SaleInput: Sendable {
    /// What was entered, as far as it can be read.
    let draft: SaleDraft
    /// The indexes of the draft's lines in the form.
    private let indexes: [Int]
    /// The indexes of its payments.
    private let paymentIndexes: [Int]
    /// What is wrong with the form.
    let faults: [FormFault]

    /// Lines that one sale can have.
    static let mostLines = 200

    /// Reads a form.
    ///
    /// - Parameter isLeftOut: whether a line is passed over. Default: if it is blank.
    init(
        _ form: FormData,
        leavingOut isLeftOut: (Int, FormData) -> Bool = SaleLineReader.isBlank
    ) {
        var reader = SaleLineReader(form)
        let day = reader.decoder.day("date", label: "Date").value ?? .today()
        reader.readLines(leavingOut: isLeftOut)
        var draft = SaleDraft(day: day, lines: reader.lines.map(\.line))
        switch reader.decoder.time("time", label: "Time") {
        case .value(let time): draft.time = time
        // Nobody says when a sale is that is made at the counter.
        case .absent, .cleared: draft.time = day == .today() ? TimeOfDay() : nil
        }
        draft.discount = reader.decoder.discount("discount", label: "Discount")
        draft.tax = reader.decoder.tax("taxRate", label: "Tax")
        draft.note = reader.decoder.text("note", label: "Note", limit: 2_000).value
        var payments = PaymentReader(reader.decoder)
        payments.read()
        draft.payments = payments.drafts.map(\.draft)
        draft.isOnAccount = payments.isOnAccount
        self.draft = draft
        indexes = reader.lines.map(\.index)
        paymentIndexes = payments.drafts.map(\.index)
        faults = payments.decoder.faults
    }

    /// Makes the sale that was entered.
    ///
    /// - Parameters:
    ///   - others: what is wrong with the rest of the form.
    ///   - make: makes a sale of a draft. It is called even if something is wrong with the form, to
    ///     find out what else is; nothing of it may be saved then.
    /// - Throws: ``FormRefusal`` with everything that is wrong, and what the closure throws.
    func make<Value>(
        besides others: FaultList = FaultList(), _ make: (SaleDraft) throws -> Value
    ) throws -> Value {
        var all = others
        all.add(faults)
        do {
            let value = try make(draft)
            try all.check()
            return value
        } catch let refusal as SaleRefusal {
            let hasFaultInLines = all.faults.contains { $0.field.hasPrefix("lines") }
            all.add(
                refusal.faults.filter { $0.key != "lines" || !hasFaultInLines }.map(fault))
            throw FormRefusal(faults: all.faults)
        }
    }

    private func fault(_ fault: SaleFault) -> FormFault {
        guard let line = fault.line, indexes.indices.contains(line) else {
            return FormFault(fault, indexes: paymentIndexes)
        }
        let index = indexes[line]
        return FormFault(
            field: SaleLineReader.name(index, fault.key),
            label: SaleLineReader.label(index, fault.key),
            message: FormText.clause(fault.description))
    }
}
