/// The addresses of books and their pages.
extension SitePath {
    static let bookCategories = SitePath("/book-categories")
    static let books = SitePath("/books")
    static let bookSamples = books.below("samples")
    /// The address where the samples are kept, and where they are removed.
    static let keepBookSamples = bookSamples.below("keep")
    static let deleteBookSamples = bookSamples.below("delete")
    static let pages = SitePath("/pages")

    /// The pages of a book.
    static func bookPages(_ book: some PathPart) -> SitePath {
        books.below("\(book)").below("pages")
    }

    static func page(_ id: some PathPart) -> SitePath { pages.below("\(id)") }
}
