/// The contents of a library in dictionaries, for comparing contexts and stores.
///
/// Every object has a number that does not change, whatever its ID in the store.
struct PlainLibrary: Equatable {
    struct PlainBook: Equatable {
        var title = ""
        var stock = 0
        var author: Int?
        var tags: Set<Int> = []
        /// The pages in order.
        var pages: [Int] = []
    }

    var authors: [Int: String] = [:]
    var books: [Int: PlainBook] = [:]
    var tags: [Int: String] = [:]
    /// The texts of pages; the books contain their pages.
    var pages: [Int: String] = [:]

    func book(ofPage page: Int) -> Int? {
        books.first { $0.value.pages.contains(page) }?.key
    }

    mutating func takePageOut(_ page: Int) {
        for book in books.keys { books[book]?.pages.removeAll { $0 == page } }
    }

    mutating func deletePage(_ page: Int) {
        takePageOut(page)
        pages[page] = nil
    }

    mutating func deleteBook(_ book: Int) {
        for page in books[book]?.pages ?? [] { pages[page] = nil }
        books[book] = nil
    }

    mutating func deleteAuthor(_ author: Int) {
        for (book, values) in books where values.author == author { deleteBook(book) }
        authors[author] = nil
    }

    mutating func deleteTag(_ tag: Int) {
        for book in books.keys { books[book]?.tags.remove(tag) }
        tags[tag] = nil
    }

    /// A description of the differences from another library.
    func differences(from other: PlainLibrary) -> [String] {
        func differing<Value: Equatable>(_ one: [Int: Value], _ two: [Int: Value]) -> [String] {
            Set(one.keys).union(two.keys).sorted().filter { one[$0] != two[$0] }.map { number in
                func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }
                return "\(number): \(text(one[number])), not \(text(two[number]))"
            }
        }
        return differing(authors, other.authors) + differing(books, other.books)
            + differing(tags, other.tags) + differing(pages, other.pages)
    }
}
