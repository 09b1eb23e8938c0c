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

    /// Shows what was typed into the form of a record that is gone meanwhile, as that of a new one.
    ///
    /// - Parameter noun: what the record was.
    func gone<PageModel: TemplatePage>(
        _ page: PageModel, _ noun: String, _ context: SiteContext
    ) throws -> Response {
        var page = page
        page.layout.notices = [
            Notice(
                text:
                    "This \(noun) is gone: it was deleted meanwhile. What you typed stands below; "
                    + "saving it adds a new \(noun).", isWarning: true)
        ]
        var response = try renderer.response(page, status: .notFound, context: context)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
