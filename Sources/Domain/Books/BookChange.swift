import Foundation
public import Persistence

/// A change of a book, as it is kept in the book's history.
public final class BookChange: ManagedObject {}

extension BookChange {
    /// The keys of a book whose changes are kept.
    public static let observedKeys = ["title", "author", "isbn", "price", "category"]
}

extension Book {
    /// The changes of the book, the last one first.
    ///
    /// - Throws: errors of the store.
    public func history() throws -> [BookChange] {
        guard let context = managedObjectContext else { return [] }
        return try context.fetch(
            FetchRequest<BookChange>(
                .key("book") == objectID, sortBy: [SortDescriptor(\.date, order: .reverse)]))
    }

    /// Keeps a change. What is changed several times before it is saved is one change; nothing, if
    /// it is as it was.
    func note(_ change: KeyChange, of key: String) {
        guard let context = managedObjectContext, !isInserted, !isDeleted else { return }
        let (old, new) = (text(of: change.oldValue), text(of: change.newValue))
        let pending = context.insertedObjects.lazy.compactMap { $0 as? BookChange }
            .first { $0.book === self && $0.key == key }
        if let pending {
            pending.newValue = new
            if pending.oldValue == new { context.delete(pending) }
        } else if old != new {
            let kept = BookChange(context: context)
            kept.book = self
            kept.key = key
            kept.oldValue = old
            kept.newValue = new
            kept.date = Date()
        }
    }

    /// A value as a person reads it; a category by the name that it has at the time.
    private func text(of value: AttributeValue) -> String? {
        switch value {
        case .string(let text): text
        case .object(let id):
            (managedObjectContext?.object(with: id) as? BookCategory)?.name
        default: value.decimalValue.map(Money.plainText)
        }
    }
}
