import HTTPTypes
import Hummingbird

extension Site {
    /// Sends the client to a page after a change was made: 303, so that it asks with GET.
    ///
    /// Only a person in a browser gets the announcement; a script gets the bare address, to which
    /// it can append `/edit` or `.json`.
    func redirect(
        to address: SitePath, after request: Request, announcing announcement: Announcement? = nil,
        _ parameters: [(name: String, value: String)] = []
    ) -> Response {
        var target = address
        if request.isNavigation, let announcement {
            target = address.query(
                [(Announcement.parameter, announcement.rawValue)] + parameters)
        }
        return .redirect(to: links(target), type: .normal)
    }

    /// The answer to a change: for a program the record, for anyone else a page that comes next.
    func changed(
        _ record: JSONValue, status: HTTPResponse.Status = .ok, at address: SitePath,
        then next: SitePath? = nil, after request: Request, announcing announcement: Announcement,
        _ parameters: [(name: String, value: String)] = []
    ) -> Response {
        guard request.wantsJSON else {
            return redirect(
                to: next ?? address, after: request, announcing: announcement, parameters)
        }
        var response = Response.json(record, status: status)
        if status == .created { response.headers[.location] = links(address) }
        return response
    }
}
