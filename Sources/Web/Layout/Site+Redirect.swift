import Hummingbird

extension Site {
    /// Sends the client to a page after a change was made: 303, so that it asks with GET.
    ///
    /// Only a person in a browser gets the announcement; a script gets the bare address, to which
    /// it can append `/edit` or `.json`.
    func redirect(
        to address: SitePath, after request: Request, announcing announcement: Announcement? = nil
    ) -> Response {
        var target = address
        if request.isNavigation, let announcement {
            target = address.query([(Announcement.parameter, announcement.rawValue)])
        }
        return .redirect(to: links(target), type: .normal)
    }
}
