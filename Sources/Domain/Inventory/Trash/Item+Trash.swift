public import Foundation
public import Persistence

/// Trashed items are excluded from lists, sums and searches. They keep their data until they are
/// permanently deleted.
extension Item {
    /// The number of days that an item stays in the trash.
    public static let daysInTrash = 30

    /// Whether the item is trashed.
    public var isTrashed: Bool { trashedDate != nil }

    /// The date of the permanent deletion; nil if the item is not trashed.
    public var deletionDate: Date? {
        trashedDate?.addingTimeInterval(Double(Self.daysInTrash) * 24 * 60 * 60)
    }

    /// Items that are not trashed.
    static let isListed: FetchPredicate = .key("trashedDate") == nil

    /// Whether a text identifies an item in the trash: by number, key or name.
    ///
    /// - Throws: errors of the store.
    public static func isTrashed(
        named text: String, in context: ManagedObjectContext
    ) throws -> Bool {
        let code = text.split(whereSeparator: \.isWhitespace).first ?? ""
        var names = [try FetchPredicate(format: "itemName ==[cd] %@", text)]
        if let number = ItemNumber.parse(code, isBare: false) {
            names.append(.key("itemNumber") == number)
        }
        if let key = UUID(uuidString: String(code)) { names.append(.key("itemKey") == key) }
        let request = FetchRequest<Item>(.and([.or(names), .key("trashedDate") != nil]))
        return try context.count(for: request) > 0
    }

    /// The trashed items, the latest first.
    public static var trashedRequest: FetchRequest<Item> {
        FetchRequest(
            #Predicate { $0.trashedDate != nil },
            sortBy: [SortDescriptor(\.trashedDate, order: .reverse)])
    }
}

extension Household {
    /// Permanently deletes items, photos and documents that have been trashed for
    /// ``Item/daysInTrash``, with their files.
    ///
    /// - Throws: errors of the store and of the file system.
    func emptyTrash() throws {
        let limit = now().addingTimeInterval(-Double(Item.daysInTrash) * 24 * 60 * 60)
        let keys = try container.read { context in
            try context.fetch(Item.trashedRequest).filter { ($0.trashedDate ?? limit) < limit }
                .map(\.key)
        }
        for key in keys {
            try container.write { context in
                guard let item = try Item.find(key, in: context), item.isTrashed else { return }
                context.delete(item)
                try save(context)
            }
        }
        try container.write { context in
            for entity in ["ItemPhoto", "Document"] {
                var request = FetchRequest<ManagedObject>(
                    entityName: entity, .key("trashedDate") < limit)
                // Otherwise the store would follow the keys, through the whole table.
                request.sortDescriptors = [FetchSortDescriptor("trashedDate")]
                for record in try context.fetch(request) { context.delete(record) }
            }
            if context.hasChanges { try save(context) }
        }
    }
}
