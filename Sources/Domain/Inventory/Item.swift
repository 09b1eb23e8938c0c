public import Foundation
public import Persistence

/// A thing that the household owns.
public final class Item: ManagedObject {
    /// The fields that must not contain a card number. Model numbers are exempt, because they look
    /// the same.
    private static let texts = description.guardedTexts.subtracting(["modelNumber"])
    private static let amounts: Set = ["purchasePrice", "replacementValue"]

    /// Whether the next save keeps no record of the former value: it changes only the currency, or
    /// undoes an import.
    var skipsValueRecord = false

    /// The date and the key are set once.
    override public func awakeFromInsert() {
        dateCreated = Date()
        itemKey = .random()
    }

    /// Keeps the derived values in the same save as their sources.
    override public func willSave() {
        super.willSave()
        guard !isDeleted else { return }
        if changedRelationships["photos"] != nil { updateCover() }
        updateFigures()
    }

    /// Rejects card numbers in texts, and amounts with more than two decimals. Serial numbers are
    /// exempt, because those of phones look the same.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: Self.texts)
        try ValueRules.requireCents(value, forKey: key, of: self, in: Self.amounts)
    }
}

extension Item {
    /// The item with a key, trashed or not; or nil.
    public static func find(_ key: UUID, in context: ManagedObjectContext) throws -> Item? {
        try context.fetchFirst(FetchRequest<Item>(.key("itemKey") == key))
    }

    /// The items with some keys, trashed or not, by key.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ keys: Set<UUID>, in context: ManagedObjectContext
    ) throws -> [UUID: Item] {
        guard !keys.isEmpty else { return [:] }
        let found = try context.fetch(FetchRequest<Item>(FetchExpression.key("itemKey").isIn(keys)))
        return Dictionary(found.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The item with a number, or nil. Trashed items are not found.
    public static func find(number: Int64, in context: ManagedObjectContext) throws -> Item? {
        try context.fetchFirst(FetchRequest<Item>(.key("itemNumber") == number && isListed))
    }

    /// Inserts an item at the end of the owner's order.
    public static func append(in context: ManagedObjectContext) throws -> Item {
        let last = try lastOrderingValue(in: context)
        let item = Item(context: context)
        item.orderingValue = last.map { $0 + 1 } ?? 1
        return item
    }

    /// The most recently added items, newest first.
    public static func latest(_ count: Int, in context: ManagedObjectContext) throws -> [Item] {
        try context.fetch(
            FetchRequest<Item>(
                isListed, sortBy: [SortDescriptor(\.dateCreated, order: .reverse)], limit: count))
    }

    /// The key. An item from another program may have none; it gets a placeholder that finds
    /// nothing.
    public var key: UUID { itemKey ?? Self.noKey }

    /// Whether there is a thumbnail, which is not read.
    public var hasThumbnail: Bool { thumbnailVersion != nil }

    private static let noKey = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The greatest order value, including trashed items, which may be restored to their places.
    private static func lastOrderingValue(in context: ManagedObjectContext) throws -> Double? {
        try [isListed, .key("trashedDate") != nil].compactMap { selection in
            let request = FetchRequest<Item>(
                selection, sortBy: [SortDescriptor(\.orderingValue, order: .reverse)])
            return try context.fetchFirst(request)?.orderingValue
        }.max()
    }
}

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

extension Item {
    /// Sets the item's tags and raises its version, so that edits in other windows conflict.
    public func setTags(_ tags: Set<Tag>) {
        guard self.tags != tags else { return }
        self.tags = tags
        raiseVersion()
    }
}
