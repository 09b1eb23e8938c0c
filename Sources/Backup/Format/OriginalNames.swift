import Foundation
import Persistence

/// Where the records of an entity say which original is theirs, and what it is called. The store may be of
/// any version of the model.
struct OriginalNames {
    /// The attribute with the key that the original's file is named by.
    let keyAttribute: String
    /// The attribute with what people call it.
    let nameAttribute: String
    /// Whether an original without a name is called as the item that it belongs to.
    var isOfItem = false

    /// By the names of the entities.
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

    /// Whether a record's original should be there: an item has one with its thumbnail, what came by itself
    /// has one always.
    func isExpected(of record: ManagedObject) -> Bool {
        keyAttribute != "itemKey" || record.byteCount(forKey: "thumbnail") != nil
    }

    /// What a record's original is called; empty if nobody has said.
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
