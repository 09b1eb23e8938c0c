import Foundation
import ObjectModel
import Persistence
import Testing

/// Edits a library randomly, both in a context and in dictionaries.
final class RandomEditor {
    private let library: TestLibrary
    private(set) var context: ManagedObjectContext
    private var random: SplitMix
    private(set) var plain = PlainLibrary()
    private var saved = PlainLibrary()
    private var objects: [Int: ManagedObject] = [:]
    /// The IDs of saved objects.
    private var ids: [Int: ManagedObjectID] = [:]
    private var lastNumber = 0
    private(set) var log: [String] = []
    private let undoes: Bool
    /// The parent of the edited context, or nil.
    private var parent: ManagedObjectContext?
    /// The states of the library before each step that can be undone.
    private var past: [PlainLibrary] = []
    /// The states of the library before each step that was undone.
    private var future: [PlainLibrary] = []

    /// - Parameters:
    ///   - undoes: whether edits are undone and redone now and then.
    ///   - nests: whether edits are made in a child of the context that saves.
    init(_ library: TestLibrary, seed: UInt64, undoes: Bool = false, nests: Bool = false) {
        self.library = library
        self.undoes = undoes
        context = library.context()
        random = SplitMix(state: seed)
        if nests { parent = library.context() }
        makeContext()
    }

    private func makeContext() {
        context = parent.map(ManagedObjectContext.init(parent:)) ?? library.context()
        if undoes { context.undoManager = UndoManager() }
    }

    /// Makes an edit, or undoes one.
    func stepOrUndo() throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2: undo()
        case 2..<4: redo()
        default:
            let before = plain
            let steps = context.undoManager?.undoCount ?? 0
            try step()
            context.processPendingChanges()
            if context.undoManager?.undoCount ?? 0 > steps {
                past.append(before)
                future = []
            }
        }
        #expect(context.undoManager?.undoCount == past.count)
        #expect(context.undoManager?.redoCount == future.count)
    }

    private func undo() {
        guard let before = past.popLast() else { return }
        note("undo")
        future.append(plain)
        plain = before
        context.undo()
    }

    private func redo() {
        guard let after = future.popLast() else { return }
        note("redo")
        past.append(plain)
        plain = after
        context.redo()
    }

    /// Makes an edit.
    func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<10: insertAuthor()
        case 10..<25: insertBook()
        case 25..<30: insertTag()
        case 30..<38: try insertPage()
        case 38..<50: try setValue()
        case 50..<58: try setAuthor()
        case 58..<62: try setBooks()
        case 62..<70: try changeTags()
        case 70..<78: try movePage()
        case 78..<81: try shufflePages()
        case 81..<88: try delete()
        case 88..<94: try save()
        case 94..<96: rollback()
        case 96..<98: try startAgain()
        default: try reopen()
        }
    }

    // MARK: - Choosing

    private func any(of numbers: some Collection<Int>) -> Int? {
        numbers.sorted().randomElement(using: &random)
    }

    private func some(of numbers: some Collection<Int>) -> [Int] {
        numbers.sorted().filter { _ in Bool.random(using: &random) }
    }

    private func object<Object: ManagedObject>(
        _ number: Int, as type: Object.Type = Object.self
    ) throws -> Object {
        if let object = objects[number] as? Object { return object }
        let id = try #require(ids[number])
        let object = try #require(context.object(with: id) as? Object)
        objects[number] = object
        return object
    }

    private func note(_ text: String) {
        log.append(text)
    }

    // MARK: - Inserting and setting

    private func new(_ object: ManagedObject) -> Int {
        lastNumber += 1
        objects[lastNumber] = object
        return lastNumber
    }

    private func insertAuthor() {
        guard plain.authors.count < 12 else { return }
        let author = Author(context: context)
        let number = new(author)
        author.name = "Author \(number)"
        plain.authors[number] = "Author \(number)"
        note("author \(number)")
    }

    private func insertBook() {
        guard plain.books.count < 25 else { return }
        let book = Bool.random(using: &random) ? Book(context: context) : Novel(context: context)
        let number = new(book)
        book.title = "Book \(number)"
        plain.books[number] = PlainLibrary.PlainBook(title: "Book \(number)", stock: 1)
        note("book \(number)")
    }

    private func insertTag() {
        guard plain.tags.count < 8 else { return }
        let tag = Tag(context: context)
        let number = new(tag)
        tag.label = "Tag \(number)"
        plain.tags[number] = "Tag \(number)"
        note("tag \(number)")
    }

    private func insertPage() throws {
        guard let number = any(of: plain.books.keys), plain.pages.count < 60 else { return }
        let book: Book = try object(number)
        let page = Page(context: context)
        let pageNumber = new(page)
        page.text = "Page \(pageNumber)"
        plain.pages[pageNumber] = "Page \(pageNumber)"
        let count = plain.books[number]?.pages.count ?? 0
        if Bool.random(using: &random) {
            page.book = book
            plain.books[number]?.pages.append(pageNumber)
            note("page \(pageNumber) last in \(number)")
        } else {
            let index = Int.random(in: 0...count, using: &random)
            book.insertIntoOrdered(page, at: index, slot: 5)
            plain.books[number]?.pages.insert(pageNumber, at: index)
            note("page \(pageNumber) at \(index) in \(number)")
        }
    }

    private func setValue() throws {
        guard let number = any(of: plain.books.keys) else { return }
        let book: Book = try object(number)
        if Bool.random(using: &random) {
            let stock = Int.random(in: 0..<5, using: &random)
            book.stock = Int16(stock)
            plain.books[number]?.stock = stock
        } else {
            let title = "Book \(number) \(Int.random(in: 0..<100, using: &random))"
            book.title = title
            plain.books[number]?.title = title
        }
        note("value of \(number)")
    }

    // MARK: - Relating

    private func setAuthor() throws {
        guard let number = any(of: plain.books.keys) else { return }
        let author = Int.random(in: 0..<4, using: &random) == 0 ? nil : any(of: plain.authors.keys)
        try object(number, as: Book.self).author = author.map { try object($0) }
        plain.books[number]?.author = author
        note("author of \(number): \(author ?? 0)")
    }

    private func setBooks() throws {
        guard let author = any(of: plain.authors.keys) else { return }
        let chosen = some(of: plain.books.keys)
        try object(author, as: Author.self).books = Set(chosen.map { try object($0) })
        for book in plain.books.keys where plain.books[book]?.author == author {
            plain.books[book]?.author = nil
        }
        for book in chosen { plain.books[book]?.author = author }
        note("books of \(author): \(chosen)")
    }

    private func changeTags() throws {
        guard let number = any(of: plain.books.keys), let tag = any(of: plain.tags.keys) else {
            return
        }
        let book: Book = try object(number)
        let tagObject: Tag = try object(tag)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            book.addToMany([tagObject], at: 9)
            plain.books[number]?.tags.insert(tag)
        case 1:
            tagObject.removeFromToMany([book], at: 0)
            plain.books[number]?.tags.remove(tag)
        case 2:
            let chosen = some(of: plain.books.keys)
            tagObject.books = Set(try chosen.map { try object($0) })
            for book in plain.books.keys { plain.books[book]?.tags.remove(tag) }
            for book in chosen { plain.books[book]?.tags.insert(tag) }
        default:
            let chosen = some(of: plain.tags.keys)
            book.tags = Set(try chosen.map { try object($0) })
            plain.books[number]?.tags = Set(chosen)
        }
        note("tags of \(number), books of \(tag)")
    }

    private func movePage() throws {
        guard let page = any(of: plain.pages.keys), let number = any(of: plain.books.keys) else {
            return
        }
        let count = plain.books[number]?.pages.count ?? 0
        let index = Int.random(in: 0...count, using: &random)
        if plain.book(ofPage: page) != number, Bool.random(using: &random) {
            try object(page, as: Page.self).book = try object(number)
            plain.takePageOut(page)
            plain.books[number]?.pages.append(page)
            note("page \(page) to \(number)")
        } else {
            try object(number, as: Book.self)
                .insertIntoOrdered(try object(page), at: index, slot: 5)
            plain.takePageOut(page)
            let rest = plain.books[number]?.pages.count ?? 0
            plain.books[number]?.pages.insert(page, at: min(index, rest))
            note("page \(page) to \(index) in \(number)")
        }
    }

    private func shufflePages() throws {
        guard let number = any(of: plain.books.keys), let pages = plain.books[number]?.pages else {
            return
        }
        let order = pages.sorted().shuffled(using: &random)
        try object(number, as: Book.self).pages = try order.map { try object($0) }
        plain.books[number]?.pages = order
        note("pages of \(number): \(order)")
    }

    // MARK: - Deleting

    private func delete() throws {
        let number: Int?
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            number = any(of: plain.authors.keys)
            number.map { plain.deleteAuthor($0) }
        case 1:
            number = any(of: plain.tags.keys)
            number.map { plain.deleteTag($0) }
        case 2...3:
            number = any(of: plain.books.keys)
            number.map { plain.deleteBook($0) }
        default:
            number = any(of: plain.pages.keys)
            number.map { plain.deletePage($0) }
        }
        guard let number else { return }
        context.delete(try object(number))
        context.processPendingChanges()
        note("delete \(number)")
    }

    // MARK: - Saving

    private func save() throws {
        note("save")
        if parent != nil, Bool.random(using: &random) {
            try context.obtainPermanentIDs(for: context.insertedObjects)
        }
        try context.save()
        saved = plain
        noteIDs()
        for number in plain.numbers where ids[number] == nil {
            Issue.record("\(number) has no ID after the save")
        }
        guard let parent else {
            keepLiving()
            return try checkOther(library.context())
        }
        try checkOther(ManagedObjectContext(parent: parent))
        try checkOther(parent)
        if Bool.random(using: &random) { try saveParent() }
    }

    private func noteIDs() {
        let numbers = saved.numbers
        ids = ids.filter { numbers.contains($0.key) }
        for (number, object) in objects where numbers.contains(number) {
            if object.managedObjectContext != nil { ids[number] = object.objectID }
        }
    }

    /// Saves the parent, which also assigns permanent IDs to the child's objects.
    private func saveParent() throws {
        guard let parent else { return }
        note("save the parent")
        try parent.save()
        noteIDs()
        let temporary = ids.filter { $0.value.isTemporaryID }
        #expect(temporary.isEmpty)
        try checkOther(library.context())
        keepLiving()
    }

    private func checkOther(_ other: ManagedObjectContext) throws {
        let stored = PlainLibrary(other, numbers: numbersByID)
        try #require(
            stored.differences(from: saved) == [], "In the store, after \(recentLog)")
    }

    private func rollback() {
        note("rollback")
        context.rollback()
        plain = saved
        forgetSteps()
        keepLiving()
    }

    /// Continues in a new context; unsaved changes are lost.
    private func startAgain() throws {
        try saveParent()
        note("new context")
        makeContext()
        plain = saved
        objects = [:]
        forgetSteps()
    }

    private func forgetSteps() {
        past = []
        future = []
    }

    private func reopen() throws {
        try saveParent()
        try library.reopen()
        if parent != nil { parent = library.context() }
        try startAgain()
    }

    /// Drops deleted objects, and releases some of the others.
    private func keepLiving() {
        // An object that may be restored must be the same one.
        if undoes { return }
        let numbers = plain.numbers
        objects = objects.filter { numbers.contains($0.key) }
        for number in objects.keys.sorted() where ids[number]?.isTemporaryID == false {
            if Int.random(in: 0..<3, using: &random) == 0 { objects[number] = nil }
        }
    }

    // MARK: - Comparing

    private var numbersByID: [ManagedObjectID: Int] {
        Dictionary(ids.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Compares the context with the dictionaries.
    func check() throws {
        var numbers = numbersByID
        for (number, object) in objects { numbers[object.objectID] = number }
        let shown = PlainLibrary(context, numbers: numbers)
        try #require(
            shown.differences(from: plain) == [], "In the context, after \(recentLog)")
    }

    private var recentLog: String { log.suffix(60).joined(separator: "; ") }
}

extension PlainLibrary {
    var numbers: Set<Int> {
        Set(authors.keys).union(books.keys).union(tags.keys).union(pages.keys)
    }

    /// Reads a context.
    init(_ context: ManagedObjectContext, numbers: [ManagedObjectID: Int]) {
        func number(_ object: ManagedObject) -> Int { numbers[object.objectID] ?? -1 }
        do {
            for author in try context.fetch(FetchRequest<Author>()) {
                authors[number(author)] = author.name
                for book in author.books where book.author !== author {
                    Issue.record("\(number(book)) does not lead back to \(number(author))")
                }
            }
            for tag in try context.fetch(FetchRequest<Tag>()) {
                tags[number(tag)] = tag.label
                for book in tag.books where !book.tags.contains(tag) {
                    Issue.record("\(number(book)) does not lead back to \(number(tag))")
                }
            }
            for book in try context.fetch(FetchRequest<Book>()) {
                books[number(book)] = PlainBook(
                    title: book.title ?? "", stock: Int(book.stock),
                    author: book.author.map(number), tags: Set(book.tags.map(number)),
                    pages: book.pages.map(number))
                if let author = book.author, !author.books.contains(book) {
                    Issue.record("\(number(author)) does not lead back to \(number(book))")
                }
            }
            for page in try context.fetch(FetchRequest<Page>()) {
                pages[number(page)] = page.text
                if page.book?.pages.contains(page) != true {
                    Issue.record("The book of \(number(page)) does not lead back")
                }
            }
        } catch {
            Issue.record("The library cannot be read: \(error)")
        }
    }
}
