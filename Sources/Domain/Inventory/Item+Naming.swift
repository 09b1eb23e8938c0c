import Foundation
public import Persistence

extension Item {
    /// The items that a text names: by their number, as `A-0007` with or without the name behind it, by
    /// their key, or by their name. What is in the trash is not among them.
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
        // Two are as many as it takes to know that the name is not enough.
        return try context.fetch(
            FetchRequest<Item>(.key("itemName") == text && isListed, limit: 2))
    }
}
