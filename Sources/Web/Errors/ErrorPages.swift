import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Turns errors into responses, for all routes.
struct ErrorPages: Sendable {
    let renderer: Renderer
    let files: PublicFiles
    /// The layout of a page with a title.
    let surround: @Sendable (_ title: String) -> LayoutPage
    /// The links on an error page.
    let ways: @Sendable (Viewer) -> [PathLink]
    let limits: ServerLimits
    /// The methods of all addresses.
    var methods = AllowedMethods()

    /// The response to a failed request.
    ///
    /// - Parameter memory: the memory of a changing request; nil, the default, for none.
    /// - Throws: the error if the connection cannot continue; the server then answers and closes
    ///   it.
    func response(
        to error: any Error, request: Request, context: SiteContext, memory: PostMemory? = nil
    ) throws -> Response {
        if error is HTTPParserError { throw error }
        let known = siteError(
            for: error, request: request, context: context, isChanging: memory?.isChanging == true)
        // After a server error the page contains the form, unless it is saved.
        guard known.status.kind == .serverError, let memory else {
            return response(for: known, nil, request: request, context: context)
        }
        let outcome = memory.outcome
        return response(
            for: known.after(outcome), outcome == .saved ? nil : memory.form, request: request,
            context: context)
    }

    /// Whether an error is a temporary failure of the store.
    func isPassing(_ error: any Error) -> Bool {
        let known = SiteError(
            ofStore: error, hasPredicate: false, within: limits)
        return known?.status == .serviceUnavailable
    }

    private func siteError(
        for error: any Error, request: Request, context: SiteContext, isChanging: Bool
    ) -> SiteError {
        switch error {
        case let error as SiteError: return error
        case let error as HTTPError where error.status == .notFound:
            let allowed = methods.allowed(at: request.uri.path)
            return allowed.isEmpty || allowed.contains(request.method.rawValue)
                ? .notFound() : .methodNotAllowed(request.method, allowed: allowed)
        case let error as HTTPError where error.status.kind == .clientError:
            return .init(
                status: error.status, title: error.status.reasonPhrase, detail: error.body ?? "",
                headers: error.headers)
        default:
            if let refusal = error as? FormRefusal ?? FormRefusal(ofSaving: error) {
                return refusal.error("The form has mistakes")
            }
            let predicate = request.uri.queryParameters.get("predicate") ?? ""
            let known = SiteError(
                ofStore: error, hasPredicate: !predicate.isEmpty,
                isChange: request.method == .post, isChanging: isChanging, within: limits)
            if let known {
                // Messages about predicates repeat their text, which may name people.
                if known.faults.isEmpty {
                    context.logger.warning(
                        "A request was refused", metadata: ["error": "\(error)"])
                }
                return known
            }
            context.logger.error("A request failed", metadata: ["error": "\(error)"])
            return .internalFault
        }
    }

    private func response(
        for error: SiteError, _ form: SentForm?, request: Request, context: SiteContext
    ) -> Response {
        if request.wantsJSON { return ProblemDocument.response(for: error) }
        do {
            let links = wayToForm(of: request, after: error) + ways(context.viewer)
            let page = ErrorPage(
                error, layout: surround(error.title), links: links, form: form, context: context)
            var response = try renderer.response(page, status: error.status, context: context)
            response.headers.append(contentsOf: error.headers)
            response.headers[.cacheControl] = "no-store"
            return response
        } catch {
            context.logger.error("The error page failed", metadata: ["error": "\(error)"])
            return staticPage(status: .internalServerError)
        }
    }

    /// The link to the form that posts to an address opened in a browser: the page above it.
    private func wayToForm(of request: Request, after error: SiteError) -> [PathLink] {
        guard error.status == .methodNotAllowed, request.method == .get else { return [] }
        var segments = request.uri.path.split(separator: "/")
        while !segments.isEmpty {
            segments.removeLast()
            let path = "/" + segments.joined(separator: "/")
            if methods.allowed(at: path).contains("GET") {
                return [PathLink(label: "Back to the form", path: path)]
            }
        }
        return []
    }

    /// The static error page, in case that templates are broken.
    private func staticPage(status: HTTPResponse.Status) -> Response {
        let page = files["500.html"]?.content ?? ByteBuffer(string: status.reasonPhrase)
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: page))
    }
}

extension ErrorPages {
    /// The error pages of a site.
    init(_ site: Site) {
        self.init(
            renderer: site.renderer, files: site.files, surround: { site.layout(title: $0) },
            ways: { viewer in
                if case .stranger = viewer {
                    return [PathLink(label: "Sign in", path: site.links(.signIn))]
                }
                return site.sections.shown.filter { viewer.may(.readers(of: $0)) }.map {
                    PathLink(label: $0.label, path: site.links($0.root))
                }
            }, limits: site.configuration.limits)
    }
}
