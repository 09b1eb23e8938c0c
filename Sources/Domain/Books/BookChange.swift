import Foundation
public import Persistence

/// A change in a book's history.
public final class BookChange: ManagedObject {}

extension BookChange {
    /// The keys whose changes are kept.
    public static let observedKeys = ["title", "author", "isbn", "price", "category"]
}

extension Book {
    /// The changes of the book, latest first.
    ///
    /// - Throws: errors of the store.
    public func history() throws -> [BookChange] {
        guard let context = managedObjectContext else { return [] }
        return try context.fetch(
            FetchRequest<BookChange>(
                .key("book") == objectID, sortBy: [SortDescriptor(\.date, order: .reverse)]))
    }

    /// Records a change. Several changes before a save are merged into one, or into none if the
    /// value is as before.
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

    /// A value as text; a category by its name at the time.
    private func text(of value: AttributeValue) -> String? {
        switch value {
        case .string(let text): text
        case .object(let id):
            (managedObjectContext?.object(with: id) as? BookCategory)?.name
        default: value.decimalValue.map(Money.plainText)
        }
    }
}
