import Domain
import Hummingbird

extension People {
    /// Makes something with a secret, and shows that this once: on the page of its kind, or in JSON. What is
    /// wrong with the form is told there too.
    ///
    /// - Parameters:
    ///   - title: what programs are told if it was not made.
    ///   - page: the page with an empty form, or with the one that is refused.
    ///   - make: returns what was made for programs, and what shows it on the page.
    func make<PageModel: TemplatePage>(
        for request: Request, _ context: SiteContext, at path: SitePath, orTell title: String,
        page: (FormRefusal?) async throws -> PageModel,
        making make: () async throws -> (json: JSONValue, show: (inout PageModel) -> Void)
    ) async throws -> Response {
        let refusal: FormRefusal
        do {
            let (json, show) = try await make()
            guard !request.wantsJSON else {
                var response = Response.json(json, status: .created)
                response.headers[.cacheControl] = "no-store"
                return response
            }
            var page = try await page(nil)
            show(&page)
            return try answer(page, at: path, context)
        } catch let error as AccountError {
            refusal = FormRefusal(error, field: error.part == .end ? "until" : "name")
        } catch let error as FormRefusal {
            refusal = error
        }
        guard !request.wantsJSON else { throw refusal.error(title) }
        return try answer(try await page(refusal), refusal, at: path, context)
    }
}
