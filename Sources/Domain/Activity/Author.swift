/// The authors of changes in the history of the store.
public enum Author {
    /// The author of the task's changes: a person, a person's script, or a command. Nil without
    /// accounts, and for changes of the program itself.
    @TaskLocal public static var name: String?

    /// The author that replaces the name of an erased person.
    public static let removed = "Person removed"

    /// The author of upgrades of records from earlier versions, which are not listed as changes.
    static let upgrade = "(upgrade)"
}
