public import Foundation
public import Persistence

/// An item on the shopping list.
public final class GroceryItem: GuardedObject, DescribedRecord {
    /// The words for items, and the fields of their form.
    public static let description = RecordDescription(
        .groceryItem, "grocery", "groceries",
        fields: [
            FieldDescription("name", "Name", .line(limit: longestName), isRequired: true),
            FieldDescription(
                "quantity", "Quantity", .quantity(quantities), isRequired: true,
                hint: "For example 2 or ½"),
            FieldDescription(
                "unit", "Unit", .line(limit: longestUnit), hint: "For example kg, l, bottle"),
        ])

    /// The maximum length of a name.
    public static let longestName = 200
    /// The maximum length of a unit.
    public static let longestUnit = 20
    /// The valid quantities.
    public static let quantities: ClosedRange<Decimal> = Decimal(1) / 1_000...10_000

    /// The observations that reset the summary when a part of it changes; made with the first
    /// summary.
    private var summaryObservations: [KeyObservation] = []

    /// The key of the entry that the next save adds to the item.
    var additionKey: UUID?

    /// The key is set once, on insertion: undo steps refer to the item by it.
    override public func awakeFromInsert() {
        key = .random()
    }

    /// An undo may have restored the parts, so the summary is reset.
    override public func awake(fromSnapshotEvents events: SnapshotEvents) {
        summary = nil
    }

    /// Refuses card numbers in the name and unit, and quantities with more than three decimal
    /// places.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try super.validate(value, forKey: key)
        try ValueRules.requireQuantity(value, forKey: key, of: self, in: ["quantity"])
    }

    /// The item in words: `2 × milk`, `1.5 l milk`. It is made on demand and cached in the
    /// attribute `summary` until a part of it changes.
    ///
    /// - Throws: errors of the model.
    public var summaryText: String {
        get throws {
            if let summary { return summary }
            let text = GroceryState(self).summary
            try forgetSummaryWithItsParts()
            try setPrimitiveValue(text, forKey: "summary")
            return text
        }
    }

    /// The quantity with its unit: `2 ×`, `1.5 l`, `2 bottles`.
    public var quantityText: String {
        let unit = unit.map { GroceryUnit.text($0, quantity) } ?? "×"
        return "\(Region.current.text(quantity ?? 0)) \(unit)"
    }

    public var recordTitle: String { get throws { try summaryText } }

    private func forgetSummaryWithItsParts() throws {
        guard summaryObservations.isEmpty else { return }
        summaryObservations = try ["name", "quantity", "unit"].map { part in
            try observe(part) { item, _ in
                // Resets the attribute without marking the item as changed, as the property's
                // setter would.
                (item as? GroceryItem)?.forgetSummary()
            }
        }
    }

    private func forgetSummary() {
        do {
            try setPrimitiveValue(nil, forKey: "summary")
        } catch {
            // The model always belongs to the program, whatever store is opened.
            preconditionFailure("GroceryItem has no attribute summary: \(error)")
        }
    }
}

extension GroceryItem {
    /// All items in the order of the list: the owner's, with ticked-off items last.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [GroceryItem] {
        try context.fetch(GroceryQuery().fetchRequest)
    }

    /// Deletes the ticked-off items. Returns their number.
    ///
    /// - Throws: errors of the store.
    @discardableResult
    public static func clearTicked(in context: ManagedObjectContext) throws -> Int {
        var query = GroceryQuery()
        query.isTicked = true
        let ticked = try context.fetch(query.fetchRequest)
        for item in ticked { context.delete(item) }
        return ticked.count
    }
}
