public import Foundation
public import Persistence

/// The items that the household owned at a time, without those that were permanently deleted since.
public enum OwnedItems {
    /// The request for the items, in the owner's order.
    ///
    /// - Parameters:
    ///   - date: the time; nil for now.
    ///   - location: their location; nil for all.
    /// - Throws: errors of the model and of the store.
    public static func fetchRequest(
        at date: Date?, in location: ItemQuery.Reference? = nil,
        _ context: ManagedObjectContext
    ) throws -> FetchRequest<Item> {
        var query = ItemQuery()
        query.location = location
        query.isWithTrash = date != nil
        guard let date else {
            query.sold = false
            return try query.fetchRequest(in: context)
        }
        query.conditions = [
            .key("dateCreated") <= date,
            .or([.key("soldDate") == nil, .key("soldDate") > date]),
            .or([.key("trashedDate") == nil, .key("trashedDate") > date]),
        ]
        return try query.fetchRequest(in: context)
    }
}
