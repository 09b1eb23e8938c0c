import Domain
import Foundation
import ObjectModel
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

    /// The names by entity, in a store with a model. Before all photos were records, an item with a
    /// thumbnail had the original of its first one.
    static func all(in model: ManagedObjectModel) -> [String: OriginalNames] {
        var all = [
            "ItemPhoto": OriginalNames(
                keyAttribute: "key", nameAttribute: "caption", isOfItem: true),
            "Document": OriginalNames(keyAttribute: "key", nameAttribute: "name", isOfItem: true),
            "InboxPhoto": OriginalNames(keyAttribute: "key", nameAttribute: "fileName"),
        ]
        if !FirstPhotos.areRecords(in: model) {
            all["Item"] = OriginalNames(keyAttribute: "itemKey", nameAttribute: "itemName")
        }
        return all
    }

    /// The key of a record's original; nil if it has none.
    ///
    /// - Throws: errors of the store.
    func key(of record: ManagedObject) throws -> UUID? {
        guard keyAttribute != "itemKey" || record.byteCount(forKey: "thumbnail") != nil,
            case .uuid(let key) = try record.attributeValue(forKey: keyAttribute)
        else { return nil }
        return key
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
