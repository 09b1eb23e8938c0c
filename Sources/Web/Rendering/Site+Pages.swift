import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

extension Site {
    /// How long one page or list may read: a predicate can ask for any amount of work, and few read
    /// at once.
    static let longestRead = Duration.seconds(5)

    /// Answers with a page that is made of records and of the request's address alone.
    ///
    /// Such a page stays the same until something is saved: a client that has it gets 304 before
    /// anything is read, and a body that was made already is used again.
    func page<PageModel: TemplatePage>(
        for request: Request, _ context: SiteContext,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> PageModel
    ) async throws -> Response {
        try await page(for: request, context) { records, timing in
            let page = try timing.measure(.db) { try make(records) }
            return try timing.measure(.render) { try renderer.html(page) }
        }
    }

    /// As above, for a page that makes its text by itself and measures where the time goes.
    func page(
        for request: Request, _ context: SiteContext,
        makingText make:
            @escaping @Sendable (ManagedObjectContext, ServerTiming) throws -> String
    ) async throws -> Response {
        try await answer(request, context, type: "text/html; charset=utf-8") { records in
            ByteBuffer(string: try make(records, context.timing))
        }
    }

    /// Answers with a document for programs that is made of records and of the request's address
    /// alone.
    func json(
        for request: Request, _ context: SiteContext,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> JSONValue
    ) async throws -> Response {
        try await answer(request, context, type: "application/json") { records in
            try context.timing.measure(.db) { try make(records) }.buffer
        }
    }

    private func answer(
        _ request: Request, _ context: SiteContext, type: String,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> ByteBuffer
    ) async throws -> Response {
        let changeCount = household.changeCount
        // The name of the server stands on pages, in commands to copy; so does the day of today.
        let address =
            (request.head.authority ?? "") + request.uri.string + " \(CalendarDay.today())"
        let tag = entityTag(of: address, at: changeCount)
        if tag.matches(request) { return tag.notModified }
        if let body = keptPages.value(for: address, at: changeCount) {
            return Self.response(body, type, tag)
        }
        let body = try await household.container.read(timeLimit: Self.longestRead, make)
        keptPages.keep(body, for: address, at: changeCount)
        return Self.response(body, type, tag)
    }

    private func entityTag(of address: String, at changeCount: Int) -> EntityTag {
        var hash = ContentHash()
        hash.add(address)
        return EntityTag(
            dependingOn: hash.value ^ renderer.templateHash, runNumber, UInt64(changeCount))
    }

    private static func response(_ body: ByteBuffer, _ type: String, _ tag: EntityTag) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-cache", .eTag: tag.text],
            body: ResponseBody(byteBuffer: body))
    }
}
