public import Persistence

/// A category of books, such as travel or cooking.
public final class BookCategory: ManagedObject {
    /// Refuses card numbers in the name.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
}

extension BookCategory {
    /// The treatment of a deleted category's books.
    public enum BooksFate: String, Sendable, CaseIterable {
        /// They stay, without a category, by the model's delete rule.
        case keep
        /// They are deleted with their pages.
        case delete
    }

    /// The category with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> BookCategory? {
        try context.existingObject(BookCategory.self, recordNumber: number)
    }

    /// All categories by name.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [BookCategory] {
        try context.fetch(BookCategoryQuery().fetchRequest)
    }

    /// Deletes the category, with its books if requested.
    ///
    /// - Throws: errors of the store.
    public func delete(_ fate: BooksFate, in context: ManagedObjectContext) throws {
        if fate == .delete {
            for book in books { context.delete(book) }
        }
        context.delete(self)
    }
}
