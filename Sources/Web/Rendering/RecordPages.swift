import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// Answers that are made of records and of the request's address alone.
///
/// Such an answer stays the same until a record is saved of an entity that it is made of: a client that
/// has it gets 304 before anything is read, and a body that was made already is used again.
struct RecordPages: Sendable {
    let container: PersistentContainer
    let renderer: Renderer
    /// The bodies that were made already.
    let kept: ChangeCache<String, ByteBuffer>
    /// Tells this run of the server from others, in entity tags.
    let runNumber: UInt64
    /// How long one answer may read.
    let longestRead: Duration
    /// The number of the last save that changed a record of some entities; of any, for nil.
    let version: @Sendable (Set<EntityName>?) -> Int
    /// What every answer depends on beside that; a text that changes with it.
    let circumstances: @Sendable () -> String

    /// Answers with a page.
    ///
    /// - Parameters:
    ///   - entities: what it is made of; nil, the default, for anything there is.
    ///   - version: the number of the last save that changed what it is made of, where that is less than all
    ///     records of some entities, taken before anything is read. Default: that of the entities.
    ///   - circumstances: what it depends on beside that; a text that changes with it.
    func page(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>? = nil,
        at version: Int? = nil, given circumstances: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> any TemplatePage
    ) async throws -> Response {
        try await page(
            for: request, context, of: entities, at: version, given: circumstances
        ) { records, timing in
            var page = try timing.measure(.db) { try make(records) }
            page.layout.adapt(to: context.visit)
            return try timing.measure(.render) { try renderer.html(page) }
        }
    }

    /// As above, for a page that makes its text by itself and measures where the time goes.
    func page(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>? = nil,
        at version: Int? = nil, given circumstances: String = "",
        makingText make:
            @escaping @Sendable (ManagedObjectContext, ServerTiming) throws -> String
    ) async throws -> Response {
        try await answer(
            request, context, at: version ?? self.version(entities), given: circumstances,
            type: "text/html; charset=utf-8"
        ) { records in
            ByteBuffer(string: try make(records, context.timing))
        }
    }

    /// Answers with a document for programs.
    func json(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>? = nil,
        at version: Int? = nil, given circumstances: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> JSONValue
    ) async throws -> Response {
        try await answer(
            request, context, at: version ?? self.version(entities), given: circumstances,
            type: "application/json"
        ) { records in
            try context.timing.measure(.db) { try make(records) }.buffer
        }
    }

    private func answer(
        _ request: Request, _ context: SiteContext, at version: Int,
        given circumstances: String, type: String,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> ByteBuffer
    ) async throws -> Response {
        if request.announcement != nil, type.hasPrefix("text/html") {
            return try await announcingAnswer(request, type, make)
        }
        // The name of the server stands on pages, in commands to copy.
        let kind =
            type.hasPrefix("text/html") ? context.visit.pageKind : context.viewer.kind
        let address =
            "\(request.server)\(request.uri.string) \(kind) "
            + "\(self.circumstances()) \(circumstances)"
        let tag = entityTag(of: address, at: version)
        if tag.matches(request) { return tag.notModified }
        if let body = kept.value(for: address, at: version) {
            return Self.response(body, type, tag)
        }
        let body = try await container.read(timeLimit: longestRead, make)
        kept.keep(body, for: address, at: version)
        return Self.response(body, type, tag)
    }

    /// A page that tells once what was done; the next time it says nothing of it.
    private func announcingAnswer(
        _ request: Request, _ type: String,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> ByteBuffer
    ) async throws -> Response {
        let body = try await container.read(timeLimit: longestRead, make)
        var response = Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: body))
        response.setCookie(SentAnnouncement.end(at: request.uri.path))
        return response
    }

    private func entityTag(of address: String, at version: Int) -> EntityTag {
        var hash = ContentHash()
        hash.add(address)
        return EntityTag(
            dependingOn: hash.value ^ renderer.templateHash, runNumber,
            UInt64(bitPattern: Int64(version)))
    }

    private static func response(_ body: ByteBuffer, _ type: String, _ tag: EntityTag) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-cache", .eTag: tag.text],
            body: ResponseBody(byteBuffer: body))
    }
}
