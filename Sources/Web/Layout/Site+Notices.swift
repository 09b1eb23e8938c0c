import Hummingbird

extension Site {
    /// What the request before this one did, in a notice.
    func notices(for request: Request) -> [Notice] {
        guard let announcement = request.announcement else { return [] }
        var notice = Notice(text: announcement.text)
        if announcement == .itemAdded {
            notice.hasLink = true
            notice.linkPath = links(.newItem)
            notice.linkLabel = "Add another"
        }
        return [notice]
    }
}
