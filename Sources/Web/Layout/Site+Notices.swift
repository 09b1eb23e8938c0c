import Hummingbird

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
