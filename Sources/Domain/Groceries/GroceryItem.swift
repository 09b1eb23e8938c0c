import Foundation
public import Persistence

/// Something on the shopping list.
public final class GroceryItem: ManagedObject {
    /// Forget the summary when a part of it changes; made when a summary is asked for.
    private var summaryObservations: [KeyObservation] = []

    /// The key is set once, when the item is made: the steps that can be undone know it by that.
    override public func awakeFromInsert() {
        key = .random()
    }

    /// The parts may have come back as they were: the summary is made anew.
    override public func awake(fromSnapshotEvents events: SnapshotEvents) {
        summary = nil
    }

    /// No card number stands where a name belongs, and a quantity has three decimal places at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name", "unit"])
        try ValueRules.requireQuantity(value, forKey: key, of: self, in: ["quantity"])
    }

    /// What is to be bought: `2 × milk`, `1.5 l milk`. It is made when it is asked for, and kept in
    /// the attribute `summary` until a part of it changes.
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

    private func forgetSummaryWithItsParts() throws {
        guard summaryObservations.isEmpty else { return }
        summaryObservations = try ["name", "quantity", "unit"].map { part in
            try observe(part) { item, _ in
                // Forgetting is no change; a setter of the property would make one of it.
                (item as? GroceryItem)?.forgetSummary()
            }
        }
    }

    private func forgetSummary() {
        do {
            try setPrimitiveValue(nil, forKey: "summary")
        } catch {
            // The model is the program's own, whatever a store holds.
            preconditionFailure("GroceryItem has no attribute summary: \(error)")
        }
    }
}

extension GroceryItem {
    /// The item with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> GroceryItem? {
        try context.existingObject(GroceryItem.self, recordNumber: number)
    }

    /// All items as the list shows them: in the owner's order, those that are ticked off below.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [GroceryItem] {
        try context.fetch(GroceryQuery().fetchRequest)
    }

    /// Deletes the items that are ticked off. Returns how many there were.
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
