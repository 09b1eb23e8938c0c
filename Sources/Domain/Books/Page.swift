import Persistence

/// A page of a book.
public final class Page: GuardedObject, DescribedRecord {
    /// The words for pages, and the fields of their form.
    public static let description = RecordDescription(
        .page, "page", "pages",
        fields: [
            FieldDescription(
                "text", "Text", .text(limit: 100_000), isRequired: true, cardGuard: .certain)
        ])
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

    /// The position of the page; nil if it is in no book.
    public var place: Place? {
        guard let pages = book?.pages, let index = pages.firstIndex(of: self) else { return nil }
        return Place(
            index: index, count: pages.count,
            previous: index > 0 ? pages[index - 1].objectID.recordNumber : nil,
            next: index + 1 < pages.count ? pages[index + 1].objectID.recordNumber : nil)
    }
}
