/// Who changes records, as the history of the store tells it.
public enum Author {
    /// The name for what the task changes: that of a person, of a person's script, of a command. Nil for
    /// whoever is at the machine, and for what the program does by itself.
    @TaskLocal public static var name: String?

    /// Who has made what a person has made who is not named any more.
    public static let removed = "Person removed"

    /// Who gives records what those of an earlier version lack. It is no change of anybody's, and not told.
    static let upgrade = "(upgrade)"
}
