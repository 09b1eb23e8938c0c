public import Persistence

/// A kind of book: travel, cooking.
public final class BookCategory: ManagedObject {
    /// No card number stands where a name belongs.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
}

extension BookCategory {
    /// What becomes of a category's books when it is deleted.
    public enum BooksFate: String, Sendable, CaseIterable {
        /// They stay, without a category: what the model's rule does.
        case keep
        /// They are deleted too, with their pages.
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

    /// Deletes the category, and its books if that is chosen.
    ///
    /// - Throws: errors of the store.
    public func delete(_ fate: BooksFate, in context: ManagedObjectContext) throws {
        if fate == .delete {
            for book in books { context.delete(book) }
        }
        context.delete(self)
    }
}
