/// The calendar of due tasks as a shared link.
enum SharedCalendar {
    /// Whether an address is that of the calendar.
    static func isMeant(by address: String, _ site: Site) -> Bool {
        address == SitePath.careCalendar.path || address == site.links(.careCalendar)
    }
}
