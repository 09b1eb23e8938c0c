import Domain
import Hummingbird
import Persistence

extension Site {
    /// How long one page or list may read.
    var longestRead: Duration { .seconds(configuration.limits.queryTimeoutSeconds) }

    /// How long a person waits for the end of an import, before the page says how far it is.
    var longestImport: Duration { .seconds(configuration.limits.importSeconds) }

    /// The answers that are made of the household's records.
    var pages: RecordPages {
        let changes = household.changes
        return RecordPages(
            container: household.container, renderer: renderer, kept: keptPages,
            runNumber: runNumber, longestRead: longestRead,
            version: { $0.map(changes.version(of:)) ?? changes.version },
            // The day of today stands on pages.
            circumstances: { [self] in "\(Today.text) \(settingsMark)" })
    }

    /// Changes with what is set once and stands on all pages: the sections, the name of the household, the
    /// currency of amounts, and how days and numbers are written.
    var settingsMark: String {
        "\(sections.mark) \(currency.code) \(region.identifier) \(settings.mark)"
    }

    /// Answers with a page of the household's records (``RecordPages``).
    ///
    /// - Parameters:
    ///   - entities: what it is made of; nil, the default, for anything there is.
    ///   - version: the number of the last save that changed it, where that is less than what the entities
    ///     say. Default: what they say.
    ///   - circumstances: what it depends on beside that; a text that changes with it.
    func page(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>? = nil,
        at version: Int? = nil, given circumstances: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> any TemplatePage
    ) async throws -> Response {
        try await pages.page(
            for: request, context, of: entities, at: version, given: circumstances, make)
    }

    /// As above, for a page that makes its text by itself and measures where the time goes.
    func page(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>? = nil,
        given circumstances: String = "",
        makingText make:
            @escaping @Sendable (ManagedObjectContext, ServerTiming) throws -> String
    ) async throws -> Response {
        try await pages.page(
            for: request, context, of: entities, given: circumstances, makingText: make)
    }

    /// Answers with a document for programs that is made of the household's records.
    func json(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>? = nil,
        at version: Int? = nil, given circumstances: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> JSONValue
    ) async throws -> Response {
        try await pages.json(
            for: request, context, of: entities, at: version, given: circumstances, make)
    }
}
