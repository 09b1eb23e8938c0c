public import Persistence

/// A category of books, such as travel or cooking.
public final class BookCategory: GuardedObject, DescribedRecord {
    /// The words for categories, and the fields of their form.
    public static let description = RecordDescription(
        .bookCategory, "category", "categories",
        fields: [FieldDescription("name", "Name", .line(limit: 1_000), isRequired: true)])
}

extension BookCategory {
    /// The treatment of a deleted category's books.
    public enum BooksFate: String, Sendable, CaseIterable {
        /// They stay, without a category, by the model's delete rule.
        case keep
        /// They are deleted with their pages.
        case delete
    }

    /// The request for all categories by name.
    public static var allRequest: FetchRequest<BookCategory> {
        var request = FetchRequest<BookCategory>()
        request.sortDescriptors = [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }

    /// All categories by name.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [BookCategory] {
        try context.fetch(allRequest)
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
