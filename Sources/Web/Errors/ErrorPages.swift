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
    let makeLayout: @Sendable (_ title: String) -> LayoutPage
    /// The links on an error page.
    let links: @Sendable (Viewer) -> [PathLink]
    let limits: ServerLimits
    /// The methods of all addresses.
    var methods = AllowedMethods()

    /// The response to a failed request.
    ///
    /// - Parameter submission: the submission of a changing request; nil, the default, for none.
    /// - Throws: the error if the connection cannot continue; the server then answers and closes
    ///   it.
    func response(
        to error: any Error, request: Request, context: SiteContext, submission: Submission? = nil
    ) throws -> Response {
        if error is HTTPParserError { throw error }
        let known = siteError(
            for: error, request: request, context: context,
            isChanging: submission?.isChanging == true)
        // After a server error the page contains the form, unless it is saved.
        guard known.status.kind == .serverError, let submission else {
            return response(for: known, nil, request: request, context: context)
        }
        let outcome = submission.outcome
        return response(
            for: known.after(outcome), outcome == .saved ? nil : submission.form, request: request,
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
            if let refusal = error as? ValidationErrors ?? ValidationErrors(ofSaving: error) {
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
        for error: SiteError, _ form: FormResubmission?, request: Request, context: SiteContext
    ) -> Response {
        if request.wantsJSON { return ProblemDocument.response(for: error) }
        do {
            let links = linkToForm(of: request, after: error) + self.links(context.viewer)
            let page = ErrorPage(
                error, layout: makeLayout(error.title), links: links, form: form, context: context)
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
    private func linkToForm(of request: Request, after error: SiteError) -> [PathLink] {
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
            renderer: site.renderer, files: site.files, makeLayout: { site.layout(title: $0) },
            links: { viewer in
                if case .unauthenticated = viewer {
                    return [PathLink(label: "Sign in", path: site.links(.signIn))]
                }
                return site.sections.shown.filter { viewer.may(.readers(of: $0)) }.map {
                    PathLink(label: $0.label, path: site.links($0.root))
                }
            }, limits: site.configuration.limits)
    }
}

/// The page for an error, with links to continue.
struct ErrorPage: TemplatePage {
    static let template = "errors/show"
    static let titlesRefusal = false

    var layout: LayoutPage
    /// `404`.
    var status: String
    /// The heading: `There is nothing here`.
    var heading: String
    /// A sentence or two for a person.
    var message: String
    /// Details of the request, a line each: `At most 25 MB, this one has 31 MB`.
    var details: [String]
    var links: [PathLink]
    /// The submitted form, to be sent again; at most one.
    var resubmissions: [FormResubmission] = []
    /// The request ID, as in the log; empty for none.
    var requestID: String
}

extension ErrorPage {
    /// The page for an error; it shows the request ID if the log has more than the page.
    ///
    /// - Parameters:
    ///   - layout: the page's layout.
    ///   - links: the links on the page.
    ///   - form: the submitted form, to be sent again; nil for none.
    init(
        _ error: SiteError, layout: LayoutPage, links: [PathLink], form: FormResubmission?,
        context: SiteContext
    ) {
        let isOurFault = error.status.kind == .serverError
        self.init(
            layout: layout,
            status: String(error.status.code),
            heading: error.title,
            message: error.faults.count > 1 ? "" : error.detail,
            details: error.faults.count > 1 ? error.faults.map(\.text) : [],
            links: links,
            resubmissions: form.map { [$0] } ?? [],
            requestID: isOurFault ? context.requestID : "")
    }
}

/// Formats errors for programs: `application/problem+json` (RFC 9457).
enum ProblemDocument {
    static func response(for error: SiteError) -> Response {
        var members: [(name: String, value: JSONValue)] = [
            ("type", .string("about:blank")),
            ("title", .string(error.title)),
            ("status", .int(error.status.code)),
            ("detail", .string(error.detail)),
        ]
        members += error.members
        if !error.faults.isEmpty { members.append(("faults", .array(error.faults.map(\.json)))) }
        var response = Response(
            status: error.status, headers: error.headers,
            body: ResponseBody(byteBuffer: JSONValue.object(members).buffer))
        response.headers[.contentType] = "application/problem+json"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
