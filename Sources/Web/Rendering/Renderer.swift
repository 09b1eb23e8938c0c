import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

/// Renders page models with templates.
struct Renderer: Sendable {
    /// Receives every model that is rendered, with the name of its template.
    typealias Observer = @Sendable (any Sendable, String) -> Void

    private let templates: TemplateFolder
    private let frames = FragmentFrames()
    /// A hash of all templates and document texts, for entity tags.
    let templateHash: UInt64
    /// The observer, in tests.
    var observer: Observer?

    init(_ templates: TemplateFolder, with papers: PaperLanguages? = nil) {
        self.templates = templates
        templateHash = templates.contentHash.value ^ (papers?.contentHash.value ?? 0)
    }

    /// The HTML of a page.
    ///
    /// - Parameter client: the sender of the request, who gets no link that would be refused.
    ///   Default: nil, and the page has all links.
    func html(_ page: any TemplatePage, for client: Client? = nil) throws -> String {
        var page = page
        if let client { page.layout.adapt(to: client) }
        return try text(page, type(of: page).template, offering: client?.offeredLinks)
    }

    /// The response with a page and an entity tag of its content. The title of a refused page says
    /// so, unless the page has its own text.
    func response(
        _ page: any TemplatePage, status: HTTPResponse.Status = .ok, context: SiteContext
    ) throws -> Response {
        var page = page
        if status.kind == .clientError, type(of: page).titlesRefusal {
            page.layout.title = "Not done: " + page.layout.title
        }
        let html = try context.timing.measure(.render) {
            try self.html(page, for: context.client)
        }
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
        response.headers[.cacheControl] = "no-cache"
        response.headers[.eTag] = EntityTag(contentOf: html).text
        return response
    }

    /// The HTML of a single partial.
    func fragment<Model: TemplateFragment>(_ model: Model) throws -> String {
        try text(model, Model.template)
    }

    /// The HTML of similar partials, one after the other.
    func fragments(_ models: [some FramedFragment]) throws -> String {
        try frames.html(models, options: fragments, render: fragment)
    }

    private func text(
        _ model: some Sendable, _ template: String, offering links: OfferedLinks? = nil
    ) throws -> String {
        observer?(model, template)
        let rendering = Rendering(self, offering: links)
        let library = try templates.library(with: template)
        guard let html = library.render(rendering.members(of: model), withTemplate: template)
        else { throw ConfigurationError("There is no template named \(template).") }
        if let error = rendering.error { throw error }
        return html
    }
}
