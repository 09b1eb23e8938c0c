import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// Cached responses that depend only on the request's URL and on stored records.
///
/// They are valid until a record of an entity that they depend on is saved: a client with a current
/// version gets 304 before anything is read, and cached bodies are reused.
struct RecordPages: Sendable {
    let container: PersistentContainer
    let renderer: Renderer
    /// The cached bodies.
    let cache: ChangeCache<String, ByteBuffer>
    /// Identifies this run of the server in entity tags.
    let runNumber: UInt64
    /// The time limit for reading.
    let longestRead: Duration
    /// The number of the last save of some entities; of any, for nil.
    let version: @Sendable (Set<EntityName>?) -> Int
    /// A text that changes with everything else that all responses depend on.
    let commonVariant: @Sendable () -> String

    /// Responds with a page.
    ///
    /// - Parameters:
    ///   - entities: the entities that it depends on; nil, the default, for all.
    ///   - version: the version of the data that it depends on, if that changes less often than the
    /// entities; taken before the data is read. Default: the entities' version.
    ///   - variant: a text that changes with everything else that it depends on.
    func page(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>? = nil,
        at version: Int? = nil, varyingOn variant: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> any TemplatePage
    ) async throws -> Response {
        try await answer(
            request, context, at: version ?? self.version(entities), varyingOn: variant,
            type: "text/html; charset=utf-8"
        ) { records in
            let page = try context.timing.measure(.db) { try make(records) }
            return try context.timing.measure(.render) {
                ByteBuffer(string: try renderer.html(page, for: context.client))
            }
        }
    }

    /// Responds with a JSON document.
    func json(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>? = nil,
        at version: Int? = nil, varyingOn variant: String = "",
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> JSONValue
    ) async throws -> Response {
        try await answer(
            request, context, at: version ?? self.version(entities), varyingOn: variant,
            type: "application/json"
        ) { records in
            try context.timing.measure(.db) { try make(records) }.buffer
        }
    }

    private func answer(
        _ request: Request, _ context: SiteContext, at version: Int,
        varyingOn variant: String, type: String,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> ByteBuffer
    ) async throws -> Response {
        if request.flash != nil, type.hasPrefix("text/html") {
            return try await flashAnswer(request, type, make)
        }
        // Pages contain the name of the server, in commands to copy.
        let kind =
            type.hasPrefix("text/html") ? context.client.pageKind : context.viewer.kind
        let address =
            "\(request.server)\(request.uri.string) \(kind) "
            + "\(commonVariant()) \(variant)"
        let tag = entityTag(of: address, at: version)
        if tag.matches(request) { return tag.notModified }
        if let body = cache.value(for: address, at: version) {
            return Self.response(body, type, tag)
        }
        let body = try await container.read(timeLimit: longestRead, make)
        cache.store(body, for: address, at: version)
        return Self.response(body, type, tag)
    }

    /// A page with a flash message, which is shown only once.
    private func flashAnswer(
        _ request: Request, _ type: String,
        _ make: @escaping @Sendable (ManagedObjectContext) throws -> ByteBuffer
    ) async throws -> Response {
        let body = try await container.read(timeLimit: longestRead, make)
        var response = Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: body))
        response.setCookie(FlashCookie.end(at: request.uri.path))
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
