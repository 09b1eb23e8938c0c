import Domain
import HTTPTypes
import Hummingbird
import Persistence

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
    /// What lets everybody see what they have saved; nil for a server that has the records alone.
    let ownWrites: ReadYourWrites?
    /// How days and numbers are written.
    let region: @Sendable () -> Region
    /// In what amounts are.
    let currency: @Sendable () -> Currency
    let refusedLinks: RefusedLinks
    let openAddresses: OpenAddresses
    let isAlwaysEncrypted: Bool
    /// Reads the form of a request that nobody else has read; nil where there is none that is kept.
    let readForm: (@Sendable (Request) async throws -> FormData)?
    let compression = Compression()

    /// Room for what nearly every answer carries, so that its fields are not moved as they are added.
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

    /// Finds out who sends the request, and lets them pass or not.
    private func answer(
        _ request: Request, _ context: SiteContext,
        _ next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard let request = proxies.named(request, context.visit) else {
            return ProxyCheck.refusal
        }
        context.visit.appearance = Appearance(request)
        let isOpen = openAddresses.contains(request)
        if !isOpen, let refusal = try await refusal(of: request, context) { return refusal }
        let memory = request.method == .post ? PostMemory() : nil
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
            } else if let memory {
                response = try await PostMemory.$current.withValue(memory) {
                    try await next(request, context)
                }
            } else {
                response = try await next(request, context)
            }
        } catch {
            // The page of an error has the sections of whoever sees it.
            if isOpen, let refusal = try await refusal(of: request, context) { return refusal }
            response = try errors.response(
                to: error, request: request, context: context, memory: memory)
        }
        ownWrites?.finish(&response, to: request, context)
        try await refusedLinks.finish(&response, context)
        // What somebody sees who has signed in is for no cache but their own.
        if context.viewer.account != nil,
            let place = response.headers.firstIndex(where: { $0.name == .cacheControl }),
            response.headers[place].value == "no-cache"
        {
            response.headers[place] = HTTPField(name: .cacheControl, value: "private, no-cache")
        }
        return response
    }

    /// Finds out who sends the request. Returns the answer where that cannot be found out: while the store is away,
    /// it is the page that says so, as a stranger sees it.
    private func refusal(of request: Request, _ context: SiteContext) async throws -> Response? {
        do {
            try await signIn.find(request, context)
            return nil
        } catch  where errors.isPassing(error) {
            return try await errors.response(
                to: error, request: request, context: context,
                memory: unreadForm(of: request, context))
        } catch {
            return signIn.refusal(after: error, context)
        }
    }

    /// Remembers the form of a request that nobody answers, whoever sends it; nil for none that can be read, and
    /// for one that another site's page has sent.
    private func unreadForm(of request: Request, _ context: SiteContext) async -> PostMemory? {
        guard request.method == .post, let readForm else { return nil }
        do {
            try hosts.check(request)
            try OriginCheck.check(request, context)
            let memory = PostMemory()
            memory.note(try await readForm(request))
            return memory
        } catch {
            // What is wrong with a form is not what the answer is about.
            return nil
        }
    }
}
