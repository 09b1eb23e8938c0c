/// A request as a shell command that a person can copy.
struct CurlCommand: Sendable {
    /// The command, one option a line.
    let text: String

    /// Posts a form.
    ///
    /// - Parameters:
    ///   - url: The full address of the form's action.
    ///   - fields: The fields that the form sends, in order.
    ///   - file: The name of a file field, sent from `photo.jpg`.
    init(posting url: String, fields: [HiddenField], file: String? = nil) {
        let option = file == nil ? "--data-urlencode" : "--form-string"
        var lines = ["curl \(Self.quoted(url))"]
        lines += fields.map { "\(option) \(Self.quoted("\($0.name)=\($0.value)"))" }
        if let file {
            lines.append("--form \(Self.quoted("\(file)=@photo.jpg"))")
        }
        text = lines.joined(separator: " \\\n  ")
    }

    /// The header of a token, for a shell that has one in a variable: it stands behind any other option.
    static let tokenOption = " \\\n  -H \"Authorization: Bearer $TOKEN\""

    /// The text in single quotes, in which a shell expands nothing.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: "'\\''") + "'"
    }
}
