/// The version of the program.
public enum ProgramVersion {
    /// Three numbers; the first rises when something that scripts rely on changes.
    public static let current = "1.0.0"
}
