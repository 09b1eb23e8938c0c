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
    /// What is wrong with the form.
    let faults: [FormFault]

    /// Lines that one sale can have.
    static let mostLines = 200

    /// Reads a form.
    ///
    /// - Parameter isLeftOut: whether a line is passed over. Default: if it is blank.
    init(
        _ guarded: GuardedForm,
        leavingOut isLeftOut: (Int, FormData) -> Bool = SaleLineReader.isBlank
    ) {
        var reader = SaleLineReader(guarded.form)
        let day = reader.decoder.day("date", label: "Date").value ?? .today()
        reader.readLines(leavingOut: isLeftOut)
        draft = SaleDraft(day: day, lines: reader.lines.map(\.line))
        indexes = reader.lines.map(\.index)
        faults = guarded.faults + reader.decoder.faults
    }

    /// Refuses a form of which something cannot be read.
    ///
    /// - Throws: ``FormRefusal``.
    func check() throws(FormRefusal) {
        guard faults.isEmpty else { throw FormRefusal(faults: faults) }
    }

    /// What is wrong with the sale, at the fields of the form.
    func refusal(_ refusal: SaleRefusal) -> FormRefusal {
        FormRefusal(faults: refusal.faults.map(fault))
    }

    private func fault(_ fault: SaleFault) -> FormFault {
        guard let line = fault.line, indexes.indices.contains(line) else {
            return FormFault(
                field: fault.key, label: FormText.label(of: fault.key),
                message: FormText.clause(fault.description))
        }
        let index = indexes[line]
        return FormFault(
            field: SaleLineReader.name(index, fault.key),
            label: SaleLineReader.label(index, fault.key),
            message: FormText.clause(fault.description))
    }
}
