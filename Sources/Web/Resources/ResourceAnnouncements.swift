/// What is told on the page that follows a change.
struct ResourceAnnouncements: Sendable {
    let added: Announcement
    let saved: Announcement
    let deleted: Announcement
    /// Said when a deletion was taken back.
    var restored = Announcement.recordRestored
}
