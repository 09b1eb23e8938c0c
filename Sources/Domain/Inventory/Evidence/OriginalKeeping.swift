import Foundation
import Persistence

/// A record that has an original of its own: a file in the folder of images, named by the record's key.
///
/// The original of an item is its photo on the list, which may be replaced; those of other records come
/// and go with them.
protocol OriginalKeeping: ManagedObject {
    var key: UUID? { get }
}

extension ItemPhoto: OriginalKeeping {}
extension Document: OriginalKeeping {}
extension InboxPhoto: OriginalKeeping {}

extension ManagedObjectContext {
    /// The entities whose records have originals of their own, items left out.
    private static let keepers = ["ItemPhoto", "Document", "InboxPhoto"]

    /// Whether a record that is no item has an original under a key.
    ///
    /// - Throws: errors of the store.
    func hasOriginal(_ key: UUID) throws -> Bool {
        try Self.keepers.contains { name in
            let request = FetchRequest<ManagedObject>(entityName: name, .key("key") == key)
            return try count(for: request) > 0
        }
    }

}

extension ItemImages {
    /// Removes the originals whose records a save deletes, once it is made.
    func followDeletions(_ save: PendingSave) {
        let keys = save.context.deletedObjects.compactMap { ($0 as? any OriginalKeeping)?.key }
        save.whenSaved { for key in keys { remove(.original(key)) } }
    }
}

extension FetchPredicate {
    /// The condition of the one record with a key.
    static func key(_ key: UUID) -> FetchPredicate {
        FetchExpression.key("key") == key
    }
}
