import Domain
import Foundation

extension Groceries {
    static let entryLabel = "What to buy"

    /// The grocery of a form, which has either the one field `entry` or a field for each part.
    ///
    /// - Throws: ``ValidationErrors``.
    func entry(_ decoder: inout FormDecoder) throws -> GroceryEntry {
        let typed = decoder.line("entry", label: Self.entryLabel)
        let name = decoder.line("name", label: "Name", limit: GroceryItem.longestName)
        if decoder.form["entry"] == nil || (typed == .cleared && name.value != nil) {
            return try entry(name, &decoder)
        }
        try FaultList(decoder.faults).check()
        do {
            let entry = try GroceryEntry(
                parsing: typed.value ?? "", by: decoder.form.region)
            try check(entry)
            return entry
        } catch let fault as GroceryEntryFault {
            throw ValidationErrors("entry", Self.entryLabel, fault.description)
        }
    }

    private func check(_ entry: GroceryEntry) throws(ValidationErrors) {
        let (count, limit) = (entry.name.count, GroceryItem.longestName)
        if count > limit {
            throw ValidationErrors(
                "entry", Self.entryLabel,
                "the name has \(count) characters; at most \(limit) are allowed")
        }
        if !GroceryItem.quantities.contains(entry.quantity) {
            throw ValidationErrors(
                "quantity", "Quantity", FormText.quantityFault(GroceryItem.quantities))
        }
    }

    private func entry(
        _ name: FieldUpdate<String>, _ decoder: inout FormDecoder
    ) throws -> GroceryEntry {
        let quantity = decoder.quantity(
            "quantity", label: "Quantity", in: GroceryItem.quantities)
        let unit = decoder.line("unit", label: "Unit", limit: GroceryItem.longestUnit)
        if name.value == nil, decoder.message(for: "name") == nil {
            decoder.fail("name", "Name", "enter a value")
        }
        try FaultList(decoder.faults).check()
        return GroceryEntry(
            name: name.value ?? "", quantity: quantity.value ?? 1, unit: unit.value)
    }
}
