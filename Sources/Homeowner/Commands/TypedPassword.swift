import Foundation

/// A password that somebody types, without showing it, or that a script sends.
enum TypedPassword {
    /// Reads it from the terminal, twice, or from the first line of standard input.
    ///
    /// - Throws: ``CommandError`` if there is none, or the two differ.
    static func read(for name: String) throws -> String {
        try read("Password for \(name)", twice: true)
    }

    /// Reads a password of something else.
    ///
    /// - Parameter twice: whether it is typed once more, because a new one may be mistyped.
    /// - Throws: as above.
    static func read(_ prompt: String, twice: Bool) throws -> String {
        guard isatty(STDIN_FILENO) != 0 else {
            guard let line = readLine(), !line.isEmpty else {
                throw CommandError("There is no password on standard input.")
            }
            return line
        }
        let password = try ask("\(prompt): ")
        guard try !twice || ask("Once more: ") == password else {
            throw CommandError("The two passwords differ. Nothing was changed.")
        }
        return password
    }

    private static func ask(_ prompt: String) throws -> String {
        guard let text = getpass(prompt) else {
            throw CommandError("The terminal does not let a password be typed.")
        }
        return String(cString: text)
    }
}
