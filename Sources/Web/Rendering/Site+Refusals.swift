import Hummingbird

extension Site {
    /// Handles a submitted form. A refused one becomes an error for programs, and for people the
    /// form again, with their input and the faults.
    ///
    /// - Parameters:
    ///   - title: the title of the error: `The item was not added`.
    ///   - change: makes the change, and responds.
    ///   - page: the page of the form with the input.
    func answer(
        _ request: Request, _ context: SiteContext, orRefuse title: String,
        _ change: () async throws -> Response,
        showing page: (FormRefusal) async throws -> any TemplatePage
    ) async throws -> Response {
        do {
            return try await change()
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error(title) }
            return try refused(try await page(refusal), refusal, context)
        }
    }

    /// Shows a form again with its faults.
    func refused(
        _ page: any TemplatePage, _ refusal: FormRefusal, _ context: SiteContext
    ) throws -> Response {
        var response = try renderer.response(page, status: refusal.status, context: context)
        response.headers.append(contentsOf: refusal.headers)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Shows the input for a record that was deleted meanwhile, as the form of a new one.
    ///
    /// - Parameter noun: the kind of record.
    func gone(
        _ page: any TemplatePage, _ noun: String, _ context: SiteContext
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
