import Hummingbird

extension Site {
    /// Shows a form again, with its faults.
    func refused<PageModel: TemplatePage>(
        _ page: PageModel, _ refusal: FormRefusal, _ context: SiteContext
    ) throws -> Response {
        var response = try renderer.response(page, status: refusal.status, context: context)
        response.headers.append(contentsOf: refusal.headers)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
