import Foundation
import Persistence

/// A record with its own original: a file in the folder of images, named by the record's key.
///
/// An item's original is its cover photo, which may be replaced; those of other records live as
/// long as they do.
protocol OriginalOwner: ManagedObject {
    var key: UUID? { get }
}

extension ItemPhoto: OriginalOwner {}
extension Document: OriginalOwner {}
extension InboxPhoto: OriginalOwner {}

extension ManagedObjectContext {
    /// The entities, besides items, whose records have originals.
    private static let ownerEntities = ["ItemPhoto", "Document", "InboxPhoto"]

    /// Whether a record other than an item has an original with a key.
    ///
    /// - Throws: errors of the store.
    func hasOriginal(_ key: UUID) throws -> Bool {
        try Self.ownerEntities.contains { name in
            let request = FetchRequest<ManagedObject>(entityName: name, .key("key") == key)
            return try count(for: request) > 0
        }
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
