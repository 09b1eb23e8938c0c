public import Persistence

/// A page of a book.
public final class Page: ManagedObject {
    /// Refuses card numbers in the text.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["text"])
    }
}

extension Page {
    /// The position of a page in its book.
    public struct Place: Sendable, Hashable {
        /// The index, from 0.
        public let index: Int
        /// The number of pages.
        public let count: Int
        /// The record number of the page before it.
        public let previous: Int64?
        /// The record number of the page after it.
        public let next: Int64?
    }

    /// The page with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Page? {
        try context.existingObject(Page.self, recordNumber: number)
    }

    /// The position of the page; nil if it is in no book.
    public var place: Place? {
        guard let pages = book?.pages, let index = pages.firstIndex(of: self) else { return nil }
        return Place(
            index: index, count: pages.count,
            previous: index > 0 ? pages[index - 1].objectID.recordNumber : nil,
            next: index + 1 < pages.count ? pages[index + 1].objectID.recordNumber : nil)
    }
}
