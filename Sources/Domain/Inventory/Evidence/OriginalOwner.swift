import Foundation
import Persistence

/// A record with its own original: a file in the folder of images, named by the record's key, which
/// lives as long as the record.
protocol OriginalOwner: ManagedObject {
    var key: UUID? { get }
}

/// A photo or document of an item, in an order.
protocol EvidenceRecord: OriginalOwner {
    var trashedDate: Date? { get }
}

extension ItemPhoto: EvidenceRecord {}
extension Document: EvidenceRecord {}
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
