/// The addresses of reminders.
extension SitePath {
    /// Where a person is reminded, and of which kinds.
    static let reminders = SitePath("/reminders")
    static let reminderTest = reminders.below("test")
    /// The servers that send reminders.
    static let reminderServers = settings.below("reminders")
}
