public import Foundation
public import Persistence

/// A book of the shop, with its pages in order.
///
/// The keys in ``BookChange/observedKeys`` are observed where the book can be changed: each change
/// becomes a ``BookChange``.
public final class Book: GuardedObject, DescribedRecord {
    /// The words for books, and the fields of their form.
    public static let description = RecordDescription(
        .book, "book", "books",
        fields: [
            FieldDescription(
                "title", "Title", .line(limit: 1_000), isRequired: true, cardGuard: .certain),
            FieldDescription("author", "Author", .line(limit: 200)),
            FieldDescription(
                "isbn", "ISBN", .line(limit: 40), hint: "The number beside the barcode",
                cardGuard: .inForms, reading: ISBN.read),
            FieldDescription(
                "price", "Price", .money, isRequired: true, missing: "enter a price (0 is allowed)"),
            FieldDescription(
                "category", "Category",
                .reference(
                    RecordReference(
                        entityName: "BookCategory", label: "name", noun: "category",
                        none: "Choose a category"))),
        ])

    private var observations: [KeyObservation] = []

    override public func awakeFromInsert() {
        observeHistory()
    }

    override public func awakeFromFetch() {
        observeHistory()
    }

    /// Checks that the price has at most cents and the ISBN the right check digit, and that title
    /// and author contain no card numbers.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.requireCents(value, forKey: key, of: self, in: ["price"])
        try super.validate(value, forKey: key)
        if key == "isbn", case .string(let text) = value, let fault = ISBN.fault(of: text) {
            throw ValueRules.refusal(self, key, "isbn \(fault)")
        }
    }

    /// Nothing is observed in a read-only context, so that lists of thousands of books stay fast.
    private func observeHistory() {
        guard observations.isEmpty, managedObjectContext?.isReadOnly == false else { return }
        do {
            observations = try BookChange.observedKeys.map { key in
                try observe(key) { book, change in
                    (book as? Book)?.note(change, of: key)
                }
            }
        } catch {
            // The model always belongs to the program, whatever store is opened.
            preconditionFailure("Book has to have the keys of BookChange.observedKeys: \(error)")
        }
    }
}

extension Book {
    /// Creates a book.
    ///
    /// - Parameter category: its category. It is optional in the model, so that a book outlives its
    ///   category, but required here.
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

    /// Adds a page at the end, or before another one.
    @discardableResult
    public func addPage(
        _ text: String?, at index: Int? = nil, in context: ManagedObjectContext
    ) -> Page {
        let page = Page(context: context)
        page.text = text
        insertIntoPages(page, at: min(max(index ?? pages.count, 0), pages.count))
        return page
    }

    /// Moves a page to an index; beyond the end it becomes the last.
    public func move(_ page: Page, to index: Int) {
        guard let current = pages.firstIndex(of: page) else { return }
        movePages(from: current, to: min(max(index, 0), pages.count - 1))
    }

    /// Moves a page to a position.
    public func move(_ page: Page, to position: ListPosition) {
        move(page, to: position.index(from: pages.firstIndex(of: page) ?? 0))
    }
}
