import Foundation
public import Persistence

extension Item {
    /// The items that a text identifies: by number, such as `A-0007` with or without a name after
    /// it, by key, or by name. If none has exactly this name, case and accents are ignored. Trashed items
    /// are excluded.
    ///
    /// - Throws: errors of the store.
    public static func named(_ text: String, in context: ManagedObjectContext) throws -> [Item] {
        let first = text.split(whereSeparator: \.isWhitespace).first ?? ""
        if let item = try coded(first, in: context) ?? coded(text, in: context) { return [item] }
        let isNamed = try FetchPredicate(format: "itemName ==[cd] %@", text)
        let named = try context.fetch(FetchRequest<Item>(.and([isNamed, isListed])))
        let exact = named.filter { $0.itemName == text }
        return exact.isEmpty ? named : exact
    }

    /// The item with a number, such as `A-0007`, or with a key; or nil. Trashed items are not found.
    ///
    /// - Throws: errors of the store.
    public static func coded(
        _ code: some StringProtocol, in context: ManagedObjectContext
    ) throws -> Item? {
        if let number = ItemNumber.parse(code, isBare: false) {
            return try find(number: number, in: context)
        }
        guard let key = UUID(uuidString: String(code)) else { return nil }
        return try find(key, in: context).flatMap { $0.isTrashed ? nil : $0 }
    }
}
