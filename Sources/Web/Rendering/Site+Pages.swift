import Domain
import Foundation
import Hummingbird
import Persistence
import Synchronization

extension Site {
    /// The time limit for reading a page or list.
    var longestRead: Duration { .seconds(configuration.limits.queryTimeoutSeconds) }

    /// The time that a request waits for the end of an import, before the page shows the progress.
    var longestImport: Duration { .seconds(configuration.limits.importSeconds) }

    /// The cached responses of the household's records.
    var pages: RecordPages {
        let changes = household.changes
        return RecordPages(
            container: household.container, renderer: renderer, cache: pageCache,
            runNumber: runNumber, longestRead: longestRead,
            version: { $0.map(changes.version(of:)) ?? changes.version },
            // Pages depend on the current day.
            commonVariant: { [self] in "\(Today.text) \(settingsMark)" })
    }

    /// A text that changes with the settings that all pages depend on: the sections, the name of
    /// the household, the currency and the region.
    var settingsMark: String {
        "\(sections.mark) \(currency.code) \(region.identifier) \(settings.mark)"
    }

    /// Responds with a page of the household's records (``RecordPages``).
    ///
    /// - Parameters:
    ///   - entities: the entities that it depends on; nil, the default, for all.
    ///   - version: the version of the data that it depends on, if that changes less often than the
    /// entities. Default: the entities' version.
    ///   - variant: a text that changes with everything else that it depends on.
    func page(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>? = nil,
        at version: Int? = nil, varyingOn variant: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> any TemplatePage
    ) async throws -> Response {
        try await pages.page(
            for: request, context, dependingOn: entities, at: version, varyingOn: variant, make)
    }

    /// As above, for a page that renders itself and measures the time.
    func page(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>? = nil,
        varyingOn variant: String = "",
        makingText make:
            @escaping @Sendable (ManagedObjectContext, ServerTiming) throws -> String
    ) async throws -> Response {
        try await pages.page(
            for: request, context, dependingOn: entities, varyingOn: variant, makingText: make)
    }

    /// Responds with a JSON document of the household's records.
    func json(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>? = nil,
        at version: Int? = nil, varyingOn variant: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> JSONValue
    ) async throws -> Response {
        try await pages.json(
            for: request, context, dependingOn: entities, at: version, varyingOn: variant, make)
    }
}

/// The current day as text, cached for a second.
enum Today {
    private static let last = Mutex((second: time_t(0), text: ""))

    /// The day: `2026-11-21`.
    static var text: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, "\(CalendarDay.today())") }
            return last.text
        }
    }
}
