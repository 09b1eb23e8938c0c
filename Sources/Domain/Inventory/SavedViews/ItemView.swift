import Foundation
public import Persistence

/// A saved view of the list of items.
public final class ItemView: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .itemView, "saved view", "saved views",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "query", "Search and filters", .line(limit: 10_000), isRequired: true,
                hint: "The part of the list’s address after the question mark",
                cardGuard: .inForms),
        ])
}

extension ItemView {
    /// The greatest number of saved views.
    public static let most = 50

    /// All views in the user's order.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ItemView] {
        try context.fetch(
            FetchRequest<ItemView>(
                sortBy: [
                    SortDescriptor(\.orderingValue), SortDescriptor(\.name.localizedStandard),
                ]))
    }

    /// The view with a name, ignoring case and accents, other than one; or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, otherThan other: ItemView? = nil, in context: ManagedObjectContext
    ) throws -> ItemView? {
        let request = try FetchRequest<ItemView>(format: "name ==[cd] %@", name)
        return try context.fetch(request).first { $0 !== other }
    }

    /// Inserts a view after all others.
    ///
    /// - Throws: errors of the store.
    public static func append(in context: ManagedObjectContext) throws -> ItemView {
        let last = try all(in: context).last?.orderingValue ?? 0
        let view = ItemView(context: context)
        view.orderingValue = last + 1
        return view
    }

    /// Moves the view to an index; indexes beyond the end mean the end.
    ///
    /// - Throws: errors of the store.
    public func move(to index: Int, in context: ManagedObjectContext) throws {
        var views = try Self.all(in: context).filter { $0 !== self }
        views.insert(self, at: max(0, min(index, views.count)))
        // There are few views, so all are renumbered.
        for (place, view) in views.enumerated() where view.orderingValue != Double(place + 1) {
            view.orderingValue = Double(place + 1)
        }
    }
}

/// A saved view, detached from its context.
public struct ItemViewLabel: Sendable, Hashable {
    /// The record number.
    public let number: Int64
    public let name: String
    /// Search, filters and order as the query of the list's address.
    public let query: String

    public init(_ view: ItemView) {
        number = view.savedNumber
        name = view.name ?? ""
        query = view.query ?? ""
    }
}
