import Foundation
public import Persistence

extension Item {
    /// The items that a text identifies: by number, such as `A-0007` with or without a name after
    /// it, by key, or by name. Trashed items are excluded.
    ///
    /// - Throws: errors of the store.
    public static func named(_ text: String, in context: ManagedObjectContext) throws -> [Item] {
        let first = text.split(whereSeparator: \.isWhitespace).first ?? ""
        if let item = try coded(first, in: context) ?? coded(text, in: context) { return [item] }
        // Two are enough to show that the name is ambiguous.
        return try context.fetch(
            FetchRequest<Item>(.key("itemName") == text && isListed, limit: 2))
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
