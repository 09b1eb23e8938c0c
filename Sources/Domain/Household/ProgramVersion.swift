/// The version of the program.
public enum ProgramVersion {
    /// Three numbers; the first one grows with incompatible changes for scripts.
    public static let current = "1.0.0"
}
