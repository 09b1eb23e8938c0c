// Generated from the model Books. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension Book {
    public var author: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var authorSortKey: Data? {
        get { data(at: 1) }
        set { setData(newValue, at: 1) }
    }

    public var category: BookCategory? {
        get { toOne(at: 2, as: BookCategory.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var changes: Set<BookChange> {
        get { toMany(at: 3, as: BookChange.self) }
        set { setToMany(newValue, at: 3) }
    }

    public func addToChanges(_ object: BookChange) {
        addToMany(CollectionOfOne(object), at: 3)
    }

    public func addToChanges(_ objects: some Sequence<BookChange>) {
        addToMany(objects.map { $0 }, at: 3)
    }

    public func removeFromChanges(_ object: BookChange) {
        removeFromToMany(CollectionOfOne(object), at: 3)
    }

    public func removeFromChanges(_ objects: some Sequence<BookChange>) {
        removeFromToMany(objects.map { $0 }, at: 3)
    }

    public var isbn: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var pages: [Page] {
        get { orderedToMany(at: 5, as: Page.self) }
        set { setOrderedToMany(newValue, at: 5) }
    }

    public func addToPages(_ object: Page) {
        addToMany(CollectionOfOne(object), at: 5)
    }

    public func addToPages(_ objects: some Sequence<Page>) {
        addToMany(objects.map { $0 }, at: 5)
    }

    public func removeFromPages(_ object: Page) {
        removeFromToMany(CollectionOfOne(object), at: 5)
    }

    public func removeFromPages(_ objects: some Sequence<Page>) {
        removeFromToMany(objects.map { $0 }, at: 5)
    }

    public func insertIntoPages(_ object: Page, at index: Int) {
        insertIntoOrdered(object, at: index, slot: 5)
    }

    public func removeFromPages(at index: Int) {
        removeFromOrdered(at: index, slot: 5)
    }

    public func movePages(from source: Int, to destination: Int) {
        moveInOrdered(from: source, to: destination, slot: 5)
    }

    public func replacePages(at index: Int, with object: Page) {
        replaceInOrdered(at: index, with: object, slot: 5)
    }

    public var price: Decimal? {
        get { decimal(at: 6) }
        set { setDecimal(newValue, at: 6) }
    }

    public var title: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var titleSortKey: Data? {
        get { data(at: 8) }
        set { setData(newValue, at: 8) }
    }
}

nonisolated extension BookCategory {
    public var books: Set<Book> {
        get { toMany(at: 0, as: Book.self) }
        set { setToMany(newValue, at: 0) }
    }

    public func addToBooks(_ object: Book) {
        addToMany(CollectionOfOne(object), at: 0)
    }

    public func addToBooks(_ objects: some Sequence<Book>) {
        addToMany(objects.map { $0 }, at: 0)
    }

    public func removeFromBooks(_ object: Book) {
        removeFromToMany(CollectionOfOne(object), at: 0)
    }

    public func removeFromBooks(_ objects: some Sequence<Book>) {
        removeFromToMany(objects.map { $0 }, at: 0)
    }

    public var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var nameSortKey: Data? {
        get { data(at: 2) }
        set { setData(newValue, at: 2) }
    }

    public var bargainBooks: [Book] {
        fetched("bargainBooks", as: Book.self)
    }
}

nonisolated extension BookChange {
    public var book: Book? {
        get { toOne(at: 0, as: Book.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var date: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var key: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var newValue: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var oldValue: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }
}

nonisolated extension BookSampleLoading {
    public var date: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }
}

nonisolated extension Page {
    public var book: Book? {
        get { toOne(at: 0, as: Book.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var text: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

/// The classes and key paths that are generated from the model Books.
nonisolated public let booksModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "Book", objectClass: Book.self,
        properties: [
            ("author", \Book.author),
            ("authorSortKey", \Book.authorSortKey),
            ("category", \Book.category),
            ("changes", \Book.changes),
            ("isbn", \Book.isbn),
            ("pages", \Book.pages),
            ("price", \Book.price),
            ("title", \Book.title),
            ("titleSortKey", \Book.titleSortKey),
        ]),
    ManagedObjectClass(
        entityName: "BookCategory", objectClass: BookCategory.self,
        properties: [
            ("books", \BookCategory.books),
            ("name", \BookCategory.name),
            ("nameSortKey", \BookCategory.nameSortKey),
        ]),
    ManagedObjectClass(
        entityName: "BookChange", objectClass: BookChange.self,
        properties: [
            ("book", \BookChange.book),
            ("date", \BookChange.date),
            ("key", \BookChange.key),
            ("newValue", \BookChange.newValue),
            ("oldValue", \BookChange.oldValue),
        ]),
    ManagedObjectClass(
        entityName: "BookSampleLoading", objectClass: BookSampleLoading.self,
        properties: [
            ("date", \BookSampleLoading.date)
        ]),
    ManagedObjectClass(
        entityName: "Page", objectClass: Page.self,
        properties: [
            ("book", \Page.book),
            ("text", \Page.text),
        ]),
]
