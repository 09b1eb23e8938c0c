import Hummingbird

/// What every request passes before its route, and every answer after it.
///
/// It is one middleware for all of that: each further one costs a quick answer a part of its time.
struct SiteMiddleware: RouterMiddleware {
    typealias Context = SiteContext

    let proxies: ProxyCheck
    let signIn: SignInCheck
    let errors: ErrorPages
    let hosts: HostCheck
    /// What refuses numbers of cards in addresses; nil for nothing.
    let cardNumbers: CardNumberCheck?
    let refusedLinks: RefusedLinks
    let compression = Compression()

    func handle(
        _ request: Request, context: SiteContext,
        next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        ConditionalRequests.finish(&response, to: request)
        try await compression.finish(&response, to: request)
        SecurityHeaders.finish(&response)
        RequestRecord.finish(&response, to: request, context)
        return response
    }

    /// Finds out who sends the request, and lets them pass or not.
    private func answer(
        _ request: Request, _ context: SiteContext,
        _ next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard let request = proxies.named(request, context.visit) else {
            return ProxyCheck.refusal
        }
        if let refusal = await signIn.refusal(of: request, context) { return refusal }
        var response: Response
        do {
            try hosts.check(request)
            try OriginCheck.check(request, context)
            try cardNumbers?.check(request)
            response = try await next(request, context)
        } catch {
            response = try errors.response(to: error, request: request, context: context)
        }
        try await refusedLinks.finish(&response, context)
        return response
    }
}
