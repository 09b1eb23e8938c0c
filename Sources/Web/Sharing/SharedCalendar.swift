/// The calendar of what is due, as what a link shows.
enum SharedCalendar {
    /// Whether an address is that of the calendar.
    static func isMeant(by address: String, _ site: Site) -> Bool {
        address == SitePath.careCalendar.path || address == site.links(.careCalendar)
    }
}
