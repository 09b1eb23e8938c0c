import Foundation
public import Persistence

extension Item {
    /// The items that a text identifies: by number, such as `A-0007` with or without a name after
    /// it, by key, or by name. Trashed items are excluded.
    ///
    /// - Throws: errors of the store.
    public static func named(_ text: String, in context: ManagedObjectContext) throws -> [Item] {
        let first = text.split(whereSeparator: \.isWhitespace).first ?? ""
        if let number = ItemNumber.parse(first, isBare: false),
            let item = try find(number: number, in: context)
        {
            return [item]
        }
        if let key = UUID(uuidString: text) {
            return try [find(key, in: context)].compactMap(\.self).filter { !$0.isTrashed }
        }
        // Two are enough to show that the name is ambiguous.
        return try context.fetch(
            FetchRequest<Item>(.key("itemName") == text && isListed, limit: 2))
    }
}
