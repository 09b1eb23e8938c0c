public import Persistence

extension ValidationFault {
    /// The fault as the end of a sentence that begins with the name of the field: `it is too
    /// short`.
    public var messageAboutValue: String {
        if let patternMessage { return patternMessage }
        guard let key, !key.isEmpty, reason.hasPrefix(key + " ") else { return reason }
        return "it" + reason.dropFirst(key.count)
    }

    /// The meaning of a pattern for people.
    private var patternMessage: String? {
        guard code == .stringPatternMatching else { return nil }
        return switch key {
        case "emailid": "enter an e-mail address, for example anna@example.org"
        case "contactno":
            "enter a phone number, for example +49 171 5556677"
        default: nil
        }
    }
}
