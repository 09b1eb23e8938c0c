/// A request as a shell command to copy.
struct CurlCommand: Sendable {
    /// The command, one option per line.
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

    /// Posts the fields of a form that have a value.
    init(posting url: String, filled fields: [(name: String, value: String)]) {
        self.init(posting: url, fields: fields.filter { !$0.value.isEmpty }.map(HiddenField.init))
    }

    /// The option with a token from a variable of the shell. It can follow any other option.
    static let tokenOption = " \\\n  -H \"Authorization: Bearer $TOKEN\""

    /// The text in single quotes, where a shell expands nothing.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: "'\\''") + "'"
    }
}
