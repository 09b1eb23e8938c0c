import HTTPTypes
import Persistence

/// A form that cannot be taken as it is: the controller shows it again with its faults.
struct FormRefusal: Error, Sendable {
    var status: HTTPResponse.Status = .unprocessableContent
    var faults: [FormFault]
    var headers: HTTPFields = [:]
    /// Further members of the problem document, such as `limit` and `size`.
    var members: [(name: String, value: JSONValue)] = []

    /// The fault of a field as a sentence of its own; nil if nothing is wrong with it.
    func message(for field: String) -> String? {
        faults.first { $0.field == field }.map { FormText.sentence($0.message) }
    }

    /// The summary above the form.
    var summary: FaultSummary { FaultSummary(faults.map(\.link)) }

    /// The refusal for programs.
    func error(_ title: String) -> SiteError {
        SiteError(
            status: status, title: title,
            detail: faults.map { FormText.sentence($0.text) }.joined(separator: " "),
            headers: headers, faults: faults, members: members)
    }
}

extension FormFault {
    /// The fault of a property that the model's rules do not allow.
    init(_ fault: ValidationFault) {
        let key = fault.key ?? ""
        self.init(
            field: key, label: FormText.label(of: key),
            message: Self.patternMessage(fault) ?? Self.message(fault.reason, key))
    }

    /// The reason without the attribute's name: `it is too short`.
    private static func message(_ reason: String, _ key: String) -> String {
        guard !key.isEmpty, reason.hasPrefix(key + " ") else { return reason }
        return "it" + reason.dropFirst(key.count)
    }

    /// What a pattern asks for, which its own text does not tell a person.
    private static func patternMessage(_ fault: ValidationFault) -> String? {
        guard fault.code == .stringPatternMatching else { return nil }
        return switch fault.key {
        case "emailid": "it is no e-mail address, which has an @ and a domain behind it"
        case "contactno":
            "it is no number: digits, with spaces, dashes, dots, brackets and a plus, "
                + "and an extension at the end"
        default: nil
        }
    }
}
