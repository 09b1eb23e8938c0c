import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

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
        showing page: (ValidationErrors) async throws -> any TemplatePage
    ) async throws -> Response {
        do {
            return try await change()
        } catch let refusal as ValidationErrors {
            guard !request.wantsJSON else { throw refusal.error(title) }
            return try refused(try await page(refusal), refusal, context)
        }
    }

    /// Makes the change of a form and responds, or shows the form again with its faults.
    func answer(
        _ request: Request, _ context: SiteContext, _ form: FormData, orRefuse title: String,
        on page: @escaping @Sendable (ManagedObjectContext) throws -> any FormPage,
        _ change: () async throws -> Response
    ) async throws -> Response {
        try await answer(request, context, orRefuse: title, change) { refusal in
            var page = try await household.container.read(page)
            page.show(form, refusal)
            return page
        }
    }

    /// A page that is not cached, because it contains the current day.
    func pageOfToday(
        _ context: SiteContext,
        _ page: @escaping @Sendable (ManagedObjectContext) throws -> any TemplatePage
    ) async throws -> Response {
        try renderer.response(try await household.container.read(page), context: context)
    }

    /// Shows a form again with its faults.
    func refused(
        _ page: any TemplatePage, _ refusal: ValidationErrors, _ context: SiteContext
    ) throws -> Response {
        var response = try unsaved(page, status: refusal.status, context)
        response.headers.append(contentsOf: refusal.headers)
        return response
    }

    /// A page with what was typed and is not saved.
    func unsaved(
        _ page: any TemplatePage, status: HTTPResponse.Status = .ok, _ context: SiteContext
    ) throws -> Response {
        var response = try renderer.response(page, status: status, context: context)
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
                    "This \(noun) was deleted meanwhile. What you typed is below; "
                    + "saving it adds a new \(noun).", isWarning: true)
        ]
        return try unsaved(page, status: .notFound, context)
    }
}

extension Site {
    /// Changes records; a violated rule of the model, or a duplicate unique value, refuses the form.
    ///
    /// - Throws: ``ValidationErrors`` for such faults, and errors of the closure.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        do {
            return try await Submission.changing { try await household.write(body) }
        } catch {
            throw ValidationErrors(ofSaving: error) ?? error
        }
    }
}

extension Site {
    /// Redirects to a page after a change, with 303 so that the client uses GET.
    ///
    /// Only a person in a browser gets the flash message.
    func redirect(
        to address: SitePath, after request: Request, flash: FlashMessage? = nil,
        moved: (key: UUID, formerIndex: Int)? = nil, token: String? = nil
    ) -> Response {
        let target = links(address)
        var response = Response.redirect(to: target, type: .normal)
        if request.isNavigation, let flash {
            let path = target.prefix { $0 != "?" && $0 != "#" }
            let sent = FlashCookie(flash, moved: moved, token: token)
            response.setCookie(sent.cookie(to: String(path)))
        }
        return response
    }

    /// The response to a change: the record for a program, otherwise a redirect to the next page.
    func changed(
        _ record: JSONValue, status: HTTPResponse.Status = .ok, at address: SitePath,
        then next: SitePath? = nil, after request: Request, flash: FlashMessage?,
        moved: (key: UUID, formerIndex: Int)? = nil, token: String? = nil
    ) -> Response {
        guard request.wantsJSON else {
            return redirect(
                to: next ?? address, after: request, flash: flash, moved: moved,
                token: token)
        }
        var response = Response.json(record, status: status)
        if status == .created { response.headers[.location] = links(address) }
        return response
    }
}

extension Site {
    /// The notice about the change by the request before this one.
    ///
    /// - Parameter noun: the kind of record that the page shows.
    func notices(for request: Request, of noun: String = "record") -> [Notice] {
        guard let flash = request.flash else { return [] }
        var notice = Notice(text: flash.text(of: noun))
        if flash == .itemAdded {
            notice.linkPath = links(.newItem)
            notice.linkLabel = "Add another"
        }
        return [notice]
    }
}
