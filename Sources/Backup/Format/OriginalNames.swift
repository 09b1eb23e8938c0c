import Foundation
import Persistence

/// The attributes with which an entity's records name their original. The store may have any
/// version of the model.
struct OriginalNames {
    /// The attribute with the key in the name of the original's file.
    let keyAttribute: String
    /// The attribute with the name for people.
    let nameAttribute: String
    /// Whether an original without a name has that of its item.
    var isOfItem = false

    /// The names by entity.
    static let all: [String: OriginalNames] = [
        "Item": OriginalNames(keyAttribute: "itemKey", nameAttribute: "itemName"),
        "ItemPhoto": OriginalNames(
            keyAttribute: "key", nameAttribute: "caption", isOfItem: true),
        "Document": OriginalNames(keyAttribute: "key", nameAttribute: "name", isOfItem: true),
        "InboxPhoto": OriginalNames(keyAttribute: "key", nameAttribute: "fileName"),
    ]

    /// The key of a record's original.
    ///
    /// - Throws: errors of the store.
    func key(of record: ManagedObject) throws -> UUID? {
        guard case .uuid(let key) = try record.attributeValue(forKey: keyAttribute) else {
            return nil
        }
        return key
    }

    /// Whether a record should have an original: an item has one if it has a thumbnail, other
    /// records always have one.
    func isExpected(of record: ManagedObject) -> Bool {
        keyAttribute != "itemKey" || record.byteCount(forKey: "thumbnail") != nil
    }

    /// The name of a record's original; empty if it has none.
    ///
    /// - Throws: errors of the store.
    func name(of record: ManagedObject) throws -> String {
        if case .string(let name) = try record.attributeValue(forKey: nameAttribute), !name.isEmpty
        {
            return name
        }
        guard isOfItem, let item = try record.value(forKey: "item") as? ManagedObject,
            case .string(let name) = try item.attributeValue(forKey: "itemName")
        else { return "" }
        return name
    }
}
