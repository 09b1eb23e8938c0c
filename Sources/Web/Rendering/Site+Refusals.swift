import Hummingbird

extension Site {
    /// Answers a form that was posted. One that is refused becomes an error for programs, and for people the
    /// form again, with what was typed and its faults.
    ///
    /// - Parameters:
    ///   - title: what the error says: `The item was not added`.
    ///   - change: does what the form asks for, and answers.
    ///   - page: the page of the form, filled again.
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

    /// Shows a form again, with its faults.
    func refused(
        _ page: any TemplatePage, _ refusal: FormRefusal, _ context: SiteContext
    ) throws -> Response {
        var response = try renderer.response(page, status: refusal.status, context: context)
        response.headers.append(contentsOf: refusal.headers)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Shows what was typed into the form of a record that is gone meanwhile, as that of a new one.
    ///
    /// - Parameter noun: what the record was.
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
