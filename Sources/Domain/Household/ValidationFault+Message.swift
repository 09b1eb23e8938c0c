public import Persistence

extension ValidationFault {
    /// What is wrong with a value, to stand behind the name of its field: `it is too short`.
    public var messageAboutValue: String {
        if let patternMessage { return patternMessage }
        guard let key, !key.isEmpty, reason.hasPrefix(key + " ") else { return reason }
        return "it" + reason.dropFirst(key.count)
    }

    /// What a pattern asks for, which its own text does not tell a person.
    private var patternMessage: String? {
        guard code == .stringPatternMatching else { return nil }
        return switch key {
        case "emailid": "it is no e-mail address, which has an @ and a domain behind it"
        case "contactno":
            "it is no number: digits, with spaces, dashes, dots, brackets and a plus, "
                + "and an extension at the end"
        default: nil
        }
    }
}
