import Foundation
public import Persistence

/// A view of the list of items that is kept under a name.
public final class ItemView: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
    public static let description = RecordDescription(
        .itemView, "kept view", "kept views",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "query", "Search and filters", .line(limit: 10_000), isRequired: true,
                hint: "The part of the list’s address after the question mark",
                cardGuard: .inForms),
        ])
}

extension ItemView {
    /// Views that are kept at once, at most.
    public static let most = 50

    /// All views in the order that somebody has given them.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ItemView] {
        try context.fetch(
            FetchRequest<ItemView>(
                sortBy: [
                    SortDescriptor(\.orderingValue), SortDescriptor(\.name.localizedStandard),
                ]))
    }

    /// The view of a name without regard to case and accents, other than one; or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, otherThan other: ItemView? = nil, in context: ManagedObjectContext
    ) throws -> ItemView? {
        let request = try FetchRequest<ItemView>(format: "name ==[cd] %@", name)
        return try context.fetch(request).first { $0 !== other }
    }

    /// A new view behind all others.
    ///
    /// - Throws: errors of the store.
    public static func append(in context: ManagedObjectContext) throws -> ItemView {
        let last = try all(in: context).last?.orderingValue ?? 0
        let view = ItemView(context: context)
        view.orderingValue = last + 1
        return view
    }

    /// Puts the view at an index among all of them; beyond the end means the end.
    ///
    /// - Throws: errors of the store.
    public func move(to index: Int, in context: ManagedObjectContext) throws {
        var views = try Self.all(in: context).filter { $0 !== self }
        views.insert(self, at: max(0, min(index, views.count)))
        // There are few of them: each gets the number of its place.
        for (place, view) in views.enumerated() where view.orderingValue != Double(place + 1) {
            view.orderingValue = Double(place + 1)
        }
    }
}
