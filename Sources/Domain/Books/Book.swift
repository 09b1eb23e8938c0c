public import Foundation
public import Persistence

/// A book of the shop, with its pages in order.
///
/// What ``BookChange/observedKeys`` names is observed where it can be changed: each change becomes a
/// ``BookChange``.
public final class Book: ManagedObject {
    private var observations: [KeyObservation] = []

    override public func awakeFromInsert() {
        observeHistory()
    }

    override public func awakeFromFetch() {
        observeHistory()
    }

    /// A price has cents at most, an ISBN the right check digit, and no card number stands where a title or an
    /// author belongs.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.requireCents(value, forKey: key, of: self, in: ["price"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["title", "author"])
        if key == "isbn", case .string(let text) = value, let fault = ISBN.fault(of: text) {
            throw ValueRules.refusal(self, key, "isbn \(fault)")
        }
    }

    /// Nothing is observed in a context for reading, where nothing changes: lists of thousands of
    /// books do not pay for it.
    private func observeHistory() {
        guard observations.isEmpty, managedObjectContext?.isReadOnly == false else { return }
        do {
            observations = try BookChange.observedKeys.map { key in
                try observe(key) { book, change in
                    (book as? Book)?.note(change, of: key)
                }
            }
        } catch {
            // The model is the program's own, whatever a store holds.
            preconditionFailure("Book has to have the keys of BookChange.observedKeys: \(error)")
        }
    }
}

extension Book {
    /// The book with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Book? {
        try context.existingObject(Book.self, recordNumber: number)
    }

    /// Makes a book.
    ///
    /// - Parameter category: its category. The model lets a book be without one, so that it outlives
    ///   its category; a new one is refused without.
    /// - Throws: `PersistenceError.validation`.
    @discardableResult
    public static func add(
        title: String?, price: Decimal?, category: BookCategory?, in context: ManagedObjectContext
    ) throws -> Book {
        let book = Book(context: context)
        book.title = title
        book.price = price
        book.category = category
        guard category != nil else {
            context.delete(book)
            throw PersistenceError.validation([
                book.fault(
                    .missingMandatoryProperty, key: "category",
                    reason: "category is a required value")
            ])
        }
        return book
    }

    /// Puts a page behind the last one, or before another one.
    @discardableResult
    public func addPage(
        _ text: String?, at index: Int? = nil, in context: ManagedObjectContext
    ) -> Page {
        let page = Page(context: context)
        page.text = text
        insertIntoPages(page, at: min(max(index ?? pages.count, 0), pages.count))
        return page
    }

    /// Moves a page of the book to an index; beyond the end means the end.
    public func move(_ page: Page, to index: Int) {
        guard let current = pages.firstIndex(of: page) else { return }
        movePages(from: current, to: min(max(index, 0), pages.count - 1))
    }

    /// Moves a page of the book by a step, or to an end.
    public func move(_ page: Page, _ step: ItemOrder.Step) {
        guard let current = pages.firstIndex(of: page) else { return }
        move(page, to: step.index(from: current, of: pages.count))
    }
}
