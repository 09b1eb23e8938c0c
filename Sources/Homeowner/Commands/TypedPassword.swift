import Foundation

/// A password typed without echo, or sent by a script.
enum TypedPassword {
    /// Reads the password twice from the terminal, or from the first line of standard input.
    ///
    /// - Throws: ``CommandError`` if it is empty, or the two differ.
    static func read(for name: String) throws -> String {
        try read("Password for \(name)", twice: true)
    }

    /// Reads another secret.
    ///
    /// - Parameter twice: whether to repeat it, since a new one may be mistyped.
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
            throw CommandError("A password cannot be typed in this terminal.")
        }
        return String(cString: text)
    }
}
