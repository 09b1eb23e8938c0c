import Domain
import Foundation

extension Groceries {
    static let entryLabel = "What to buy"

    /// The grocery of a form, which has either the one field `entry` or a field for each part.
    ///
    /// - Throws: ``ValidationErrors``.
    func entry(_ decoder: inout FormDecoder) throws -> GroceryEntry {
        let typed = decoder.line("entry", label: Self.entryLabel)
        let name = decoder.line("name", label: "Name")
        if case .absent = typed { return try entry(name, &decoder) }
        guard typed.value != nil || name.value == nil else { return try entry(name, &decoder) }
        do {
            let entry = try GroceryEntry(
                parsing: typed.value ?? "", by: decoder.form.region)
            try FaultList(decoder.faults).check()
            return entry
        } catch let fault as GroceryEntryFault {
            decoder.fail("entry", Self.entryLabel, fault.description)
            throw ValidationErrors(faults: decoder.faults)
        }
    }

    private func entry(
        _ name: FieldUpdate<String>, _ decoder: inout FormDecoder
    ) throws -> GroceryEntry {
        let quantity = decoder.quantity("quantity", label: "Quantity").value ?? 1
        if quantity <= 0 { decoder.fail("quantity", "Quantity", "it is more than 0") }
        let unit = decoder.line("unit", label: "Unit").value
        if name.value == nil, decoder.message(for: "name") == nil {
            decoder.fail("name", "Name", "enter a value")
        }
        try FaultList(decoder.faults).check()
        return GroceryEntry(name: name.value ?? "", quantity: quantity, unit: unit)
    }
}
