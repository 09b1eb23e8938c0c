public import Foundation
public import Persistence

/// A record with its own original: a file in the folder of images, named by the record's key, which
/// lives as long as the record.
public protocol OriginalOwner: ManagedObject {
    var key: UUID? { get }
}

/// A record with a thumbnail.
public protocol PicturedRecord: ManagedObject {
    var thumbnail: Data? { get }
    /// A text that changes with the thumbnail, which is not read; nil if there is none.
    var thumbnailVersion: String? { get }
}

extension PicturedRecord {
    public var thumbnailVersion: String? {
        byteCount(forKey: "thumbnail").map { "\(rowVersion)-\(String($0, radix: 36))" }
    }
}

extension Item: PicturedRecord {}

/// A photo or document of an item, in an order.
public protocol EvidenceRecord: OriginalOwner, PicturedRecord, SendableMetatype {
    /// The word for one: `photo`.
    static var noun: String { get }
    /// The maximum number that an item has.
    static var most: Int { get }
    /// Those of an item that are not trashed, in their order.
    static func listed(of item: Item) -> [Self]

    var item: Item? { get }
    var trashedDate: Date? { get set }
}

extension EvidenceRecord {
    /// Whether it or its item is trashed.
    public var isTrashed: Bool { trashedDate != nil || item?.isTrashed ?? false }
}

extension ItemPhoto: EvidenceRecord {
    public static let noun = "photo"
    public static let most = Item.mostPhotos

    public static func listed(of item: Item) -> [ItemPhoto] { item.listedPhotos }
}

extension Document: EvidenceRecord {
    public static let noun = "document"
    public static let most = Item.mostDocuments

    public static func listed(of item: Item) -> [Document] { item.listedDocuments }
}

extension InboxPhoto: OriginalOwner {}

extension ListPosition {
    /// The records of an item after one of them has moved to this position among those that are not
    /// trashed.
    func moving<Record: EvidenceRecord>(_ record: Record, in records: [Record]) -> [Record] {
        var listed = records.filter { $0.trashedDate == nil }
        guard let former = listed.firstIndex(where: { $0 === record }) else { return records }
        listed.remove(at: former)
        listed.insert(record, at: max(0, min(index(from: former), listed.count)))
        return listed + records.filter { $0.trashedDate != nil }
    }
}

extension ManagedObjectContext {
    /// The entities whose records have originals.
    private static let ownerEntities = ["ItemPhoto", "Document", "InboxPhoto"]

    /// Whether a record has an original with a key, or an item has a thumbnail that is no photo yet
    /// (``Item/adoptThumbnail(in:)``).
    ///
    /// - Throws: errors of the store.
    func hasOriginal(_ key: UUID) throws -> Bool {
        let item = FetchRequest<ManagedObject>(
            entityName: "Item", .key("itemKey") == key && .key("thumbnail") != nil)
        return try Self.ownerEntities.contains { name in
            let request = FetchRequest<ManagedObject>(entityName: name, .key("key") == key)
            return try count(for: request) > 0
        } || count(for: item) > 0
    }
}

extension ItemImages {
    /// Removes the originals of records that a save deletes, after the save.
    func followDeletions(_ save: PendingSave) {
        let keys = save.context.deletedObjects.compactMap { ($0 as? any OriginalOwner)?.key }
        save.whenSaved { for key in keys { remove(.original(key)) } }
    }
}

extension FetchPredicate {
    /// The record with a key.
    static func key(_ key: UUID) -> FetchPredicate {
        FetchExpression.key("key") == key
    }
}
