import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// The processing of each request before its route, and of each response after it.
///
/// It is a single middleware, since each one slows down fast responses.
struct SiteMiddleware: RouterMiddleware {
    typealias Context = SiteContext

    let proxies: ProxyCheck
    let signIn: SignInCheck
    let errors: ErrorPages
    let hosts: HostCheck
    /// Refuses card numbers in addresses; nil for no check.
    let cardNumbers: CardNumberCheck?
    /// Lets users see their own saves; nil if the server has the store to itself.
    let ownWrites: ReadYourWrites?
    /// The region for formats.
    let region: @Sendable () -> Region
    /// The currency of amounts.
    let currency: @Sendable () -> Currency
    let routes: RouteAccess
    let openAddresses: OpenAddresses
    let isAlwaysEncrypted: Bool
    /// Reads the form of a request that failed before its route; nil if no forms are kept.
    let readForm: (@Sendable (Request) async throws -> FormData)?
    let compression = Compression()

    /// The capacity for the headers of most responses, so that the list is not reallocated.
    private static let fieldCount = 20

    func handle(
        _ request: Request, context: SiteContext,
        next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        var response = try await ShopCurrency.$household.withValue(currency()) {
            try await Region.$current.withValue(region()) {
                try await answer(request, context, next)
            }
        }
        response.headers.reserveCapacity(Self.fieldCount)
        ConditionalRequests.finish(&response, to: request)
        try await compression.finish(&response, to: request)
        SecurityHeaders.finish(&response, isAlwaysEncrypted: isAlwaysEncrypted)
        RequestRecord.finish(&response, to: request, context)
        return response
    }

    /// Authenticates and authorizes a request, and calls the route.
    private func answer(
        _ request: Request, _ context: SiteContext,
        _ next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard let request = proxies.named(request, context.client) else {
            return ProxyCheck.refusal
        }
        context.client.routes = routes
        context.client.appearance = Appearance(request)
        let isOpen = openAddresses.contains(request)
        if !isOpen, let refusal = try await refusal(of: request, context) { return refusal }
        let submission = request.method == .post ? Submission() : nil
        var response: Response
        do {
            try hosts.check(request)
            try OriginCheck.check(request, context)
            try cardNumbers?.check(request)
            if let ownWrites, let number = ownWrites.minimumTransaction(for: request) {
                try await ownWrites.wait(for: number)
                response = try await ReplicaReading.$minimumTransaction.withValue(number) {
                    try await next(request, context)
                }
            } else if let submission {
                response = try await Submission.$current.withValue(submission) {
                    try await next(request, context)
                }
            } else {
                response = try await next(request, context)
            }
        } catch {
            // An error page shows the sections of the current user.
            if isOpen, let refusal = try await refusal(of: request, context) { return refusal }
            response = try errors.response(
                to: error, request: request, context: context, submission: submission)
        }
        ownWrites?.finish(&response, to: request, context)
        // Only the user's own cache may store responses for signed-in users.
        if context.viewer.account != nil,
            let place = response.headers.firstIndex(where: { $0.name == .cacheControl }),
            response.headers[place].value == "no-cache"
        {
            response.headers[place] = HTTPField(name: .cacheControl, value: "private, no-cache")
        }
        return response
    }

    /// Authenticates a request. Returns the response if that fails: while the store is away, an
    /// error page as for an unauthenticated user.
    private func refusal(of request: Request, _ context: SiteContext) async throws -> Response? {
        do {
            try await signIn.find(request, context)
            return nil
        } catch  where errors.isPassing(error) {
            return try await errors.response(
                to: error, request: request, context: context,
                submission: unreadForm(of: request, context))
        } catch {
            return signIn.refusal(after: error, context)
        }
    }

    /// The form of a request that failed before its route; nil if it cannot be read, or comes from
    /// another site's page.
    private func unreadForm(of request: Request, _ context: SiteContext) async -> Submission? {
        guard request.method == .post, let readForm else { return nil }
        do {
            try hosts.check(request)
            try OriginCheck.check(request, context)
            let submission = Submission()
            submission.record(try await readForm(request))
            return submission
        } catch {
            // The response is not about faults of the form.
            return nil
        }
    }
}

/// Answers 304 if the client already has the content.
enum ConditionalRequests {
    static func finish(_ response: inout Response, to request: Request) {
        guard request.headers.contains(.ifNoneMatch),
            request.method == .get || request.method == .head, response.status == .ok,
            let tag = response.headers[.eTag],
            EntityTag(String(tag.dropFirst().dropLast())).matches(request)
        else { return }
        var headers = response.headers
        headers[.contentLength] = nil
        headers[.contentType] = nil
        var notModified = Response(status: .notModified, headers: headers)
        notModified.headers[.contentLength] = nil
        response = notModified
    }
}
