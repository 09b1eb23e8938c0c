import Domain
import Hummingbird
import Persistence

/// The routes of categories, books, pages and samples.
struct BooksController: RouteProvider {
    private let site: Site
    private let pages: BookPages

    init(site: Site) {
        self.site = site
        pages = BookPages(site: site)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(BookCategories(site: site))
        routes.add(Books(site: site))
        routes.get(.bookSamples, by: .editors(of: .books).askingAgain, use: askToLoadSamples)
        routes.post(.bookSamples, by: .editors(of: .books).askingAgain, use: loadSamples)
        routes.post(.keepBookSamples, by: .editors(of: .books), use: keepSamples)
        routes.post(.deleteBookSamples, by: .editors(of: .books), use: deleteSamples)
        ResourceActions(pages).addRecordRoutes(to: &routes)
        let list = pages.paths.list
        routes.addList(at: list, by: .readers(of: .books), of: pages) { try await pages(of: $0) }
        routes.get(pages.paths.new, by: .editors(of: .books), as: .new(pages)) {
            try await ResourceActions(pages(of: $1)).new($0, $1)
        }
        routes.post(list, by: .editors(of: .books), as: .adding(to: pages)) {
            try await ResourceActions(pages(of: $1)).create($0, $1)
        }
    }

    /// The pages of the book that an address names.
    ///
    /// - Throws: a 404 if there is no such book.
    private func pages(of context: SiteContext) async throws -> BookPages {
        let number = try context.recordNumber
        let books = Books(site: site)
        let title = try await site.household.container.read { records in
            try books.existing(number, in: records).title
        }
        return BookPages(site: site, book: number, title: title)
    }

    // MARK: - Samples

    private func askToLoadSamples(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        try await site.pages.page(for: request, context) { records in
            QuestionPage(try BookSamples.contents(in: records), site)
        }
    }

    private func loadSamples(_ request: Request, _ context: SiteContext) async throws -> Response {
        let contents = try await site.change { records in
            try BookSamples.reload(in: records)
            try site.household.save(records)
            return try BookSamples.contents(in: records)
        }
        try site.settings.keepSamples(false)
        return site.changed(
            Self.json(contents), at: .bookCategories, after: request,
            flash: .bookSamplesLoaded)
    }

    /// Stores that the samples stay, which ends the notice.
    private func keepSamples(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        try site.settings.keepSamples(true)
        let contents = try await site.household.container.read {
            try BookSamples.contents(in: $0)
        }
        return site.changed(
            Self.json(contents), at: .bookCategories, after: request, flash: .bookSamplesKept)
    }

    /// Deletes the books that are still samples, with their pages and history.
    private func deleteSamples(_ request: Request, _ context: SiteContext) async throws -> Response
    {
        _ = try await site.form(of: request)
        let contents = try await site.change { records in
            try BookSamples.remove(in: records)
            try site.household.save(records)
            return try BookSamples.contents(in: records)
        }
        return site.changed(
            Self.json(contents), at: .bookCategories, after: request,
            flash: .bookSamplesDeleted)
    }

    private static func json(_ contents: BookSamples.Contents) -> JSONValue {
        .object([
            ("categories", .int(contents.categoryCount)), ("books", .int(contents.bookCount)),
            ("pages", .int(contents.pageCount)),
        ])
    }
}

extension Site {
    /// Says that the first books are samples, until a user keeps or removes them.
    ///
    /// - Throws: errors of the store.
    func sampleNotices(in context: ManagedObjectContext) throws -> [StandingNotice] {
        guard !settings.keepsSamples else { return [] }
        let count = try BookSamples.books(in: context).count
        guard count > 0 else { return [] }
        let text =
            count == 1
            ? "1 book here is a sample, to try things with."
            : "\(count) books here are samples, to try things with."
        return [
            StandingNotice(
                text: text,
                actions: [
                    .init(label: "Keep", path: links(.keepBookSamples)),
                    .init(
                        label: count == 1 ? "Remove" : "Remove all",
                        path: links(.deleteBookSamples)),
                ])
        ]
    }
}
