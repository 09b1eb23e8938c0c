public import Foundation
public import Persistence

/// A thing that the household owns.
public final class Item: ManagedObject {
    /// The texts in which no number of a card stands. Those of models look the same.
    private static let texts = Set(plainTexts.map(\.name)).union(["itemName", "notes"])
        .subtracting(["modelNumber"])
    private static let amounts: Set = ["purchasePrice", "replacementValue"]

    /// Whether the next save changes the currency of the value, and not what the item is worth.
    var isConverted = false

    /// The date and the key are set once, when the item is made.
    override public func awakeFromInsert() {
        dateCreated = Date()
        itemKey = .random()
    }

    /// What the store sums up and searches by is of the same save as what it is made of.
    override public func willSave() {
        super.willSave()
        if !isDeleted { settleFigures() }
    }

    /// No card number stands where words belong, and amounts have cents at most. Serial numbers are not
    /// looked at, because those of phones look the same.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: Self.texts)
        try ValueRules.requireCents(value, forKey: key, of: self, in: Self.amounts)
    }
}

extension Item {
    /// The item of a key, in the trash or not; or nil.
    public static func find(_ key: UUID, in context: ManagedObjectContext) throws -> Item? {
        try context.fetchFirst(FetchRequest<Item>(.key("itemKey") == key))
    }

    /// The item of a number, or nil. What is in the trash is not found.
    public static func find(number: Int64, in context: ManagedObjectContext) throws -> Item? {
        try context.fetchFirst(FetchRequest<Item>(.key("itemNumber") == number && isListed))
    }

    /// Makes an item at the end of the owner's order.
    public static func append(in context: ManagedObjectContext) throws -> Item {
        let last = try lastOrderingValue(in: context)
        let item = Item(context: context)
        item.orderingValue = last.map { $0 + 1 } ?? 1
        return item
    }

    /// The items that were added last, newest first.
    public static func latest(_ count: Int, in context: ManagedObjectContext) throws -> [Item] {
        try context.fetch(
            FetchRequest<Item>(
                isListed, sortBy: [SortDescriptor(\.dateCreated, order: .reverse)], limit: count))
    }

    /// The key. An item that another program made may have none; nothing is found under the key
    /// that stands for it.
    public var key: UUID { itemKey ?? Self.noKey }

    /// Whether there is a thumbnail, without reading it.
    public var hasThumbnail: Bool { thumbnailVersion != nil }

    /// A text that changes with the thumbnail, or nil if there is none. The thumbnail is not read.
    public var thumbnailVersion: String? {
        byteCount(forKey: "thumbnail").map { "\(rowVersion)-\(String($0, radix: 36))" }
    }

    private static let noKey = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The greatest number of the order, also among items in the trash: they come back to their places.
    private static func lastOrderingValue(in context: ManagedObjectContext) throws -> Double? {
        try [isListed, .key("trashedDate") != nil].compactMap { selection in
            let request = FetchRequest<Item>(
                selection, sortBy: [SortDescriptor(\.orderingValue, order: .reverse)])
            return try context.fetchFirst(request)?.orderingValue
        }.max()
    }
}
