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
        showing page: (FormRefusal) async throws -> any TemplatePage
    ) async throws -> Response {
        do {
            return try await change()
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error(title) }
            return try refused(try await page(refusal), refusal, context)
        }
    }

    /// Answers a change that a form asks for, or shows the form again with what is wrong with it.
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

    /// A page that is not kept as others are, because it holds the day of today.
    func pageOfToday(
        _ context: SiteContext,
        _ page: @escaping @Sendable (ManagedObjectContext) throws -> any TemplatePage
    ) async throws -> Response {
        try renderer.response(try await household.container.read(page), context: context)
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

extension Site {
    /// Changes records; what breaks a rule of the model, or doubles a value that is to be unique,
    /// refuses the form.
    ///
    /// - Throws: ``FormRefusal`` for such faults, and what the closure throws.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        do {
            return try await PostMemory.changing { try await household.write(body) }
        } catch {
            throw FormRefusal(ofSaving: error) ?? error
        }
    }
}

extension Site {
    /// Sends the client to a page after a change was made: 303, so that it asks with GET.
    ///
    /// Only a person in a browser gets the announcement.
    func redirect(
        to address: SitePath, after request: Request, announcing announcement: Announcement? = nil,
        moved: (key: UUID, formerIndex: Int)? = nil, token: String? = nil
    ) -> Response {
        let target = links(address)
        var response = Response.redirect(to: target, type: .normal)
        if request.isNavigation, let announcement {
            let path = target.prefix { $0 != "?" && $0 != "#" }
            let sent = SentAnnouncement(announcement, moved: moved, token: token)
            response.setCookie(sent.cookie(to: String(path)))
        }
        return response
    }

    /// The answer to a change: for a program the record, for anyone else a page that comes next.
    func changed(
        _ record: JSONValue, status: HTTPResponse.Status = .ok, at address: SitePath,
        then next: SitePath? = nil, after request: Request, announcing announcement: Announcement,
        moved: (key: UUID, formerIndex: Int)? = nil, token: String? = nil
    ) -> Response {
        guard request.wantsJSON else {
            return redirect(
                to: next ?? address, after: request, announcing: announcement, moved: moved,
                token: token)
        }
        var response = Response.json(record, status: status)
        if status == .created { response.headers[.location] = links(address) }
        return response
    }
}

extension Site {
    /// What the request before this one did, in a notice.
    ///
    /// - Parameter noun: what a record is that the page is about.
    func notices(for request: Request, of noun: String = "record") -> [Notice] {
        guard let announcement = request.announcement else { return [] }
        var notice = Notice(text: announcement.text(of: noun))
        if announcement == .itemAdded {
            notice.linkPath = links(.newItem)
            notice.linkLabel = "Add another"
        }
        return [notice]
    }
}
