/// The addresses of reminders.
extension SitePath {
    /// A person's choice of reminders.
    static let reminders = SitePath("/reminders")
    static let reminderTest = reminders.below("test")
    /// The servers that send reminders.
    static let reminderServers = settings.below("reminders")
}
