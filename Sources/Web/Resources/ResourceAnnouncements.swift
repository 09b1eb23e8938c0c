/// What is told on the page that follows a change. Default: that the record was added, saved, deleted.
struct ResourceAnnouncements: Sendable {
    var added = Announcement.recordAdded
    var saved = Announcement.recordSaved
    var deleted = Announcement.recordDeleted
    /// Said when a deletion was taken back.
    var restored = Announcement.recordRestored
}
