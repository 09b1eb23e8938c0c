import Foundation
import HTTPTypes
import Hummingbird

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
