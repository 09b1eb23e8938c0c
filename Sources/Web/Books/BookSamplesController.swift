import Domain
import Hummingbird
import Persistence

/// Loads the sample books again, keeps them or removes them.
struct BookSamplesController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.bookSamples, by: .editors(of: .books).askingAgain, use: askToLoad)
        routes.post(.bookSamples, by: .editors(of: .books).askingAgain, use: load)
        routes.post(.keepBookSamples, by: .editors(of: .books), use: keep)
        routes.post(.deleteBookSamples, by: .editors(of: .books), use: delete)
    }

    private func askToLoad(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.pages.page(for: request, context) { records in
            QuestionPage(try BookSamples.contents(in: records), site)
        }
    }

    private func load(_ request: Request, _ context: SiteContext) async throws -> Response {
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
    private func keep(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        try site.settings.keepSamples(true)
        let contents = try await site.household.container.read {
            try BookSamples.contents(in: $0)
        }
        return site.changed(
            Self.json(contents), at: .bookCategories, after: request, flash: .bookSamplesKept)
    }

    /// Deletes the books that are still samples, with their pages and history.
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
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
