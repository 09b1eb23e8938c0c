import Domain
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

extension FormRefusal {
    /// What is wrong with a form whose records could not be saved; nil if that is no fault of the form.
    init?(ofSaving error: any Error) {
        switch error {
        case PersistenceError.validation(let faults):
            self.init(faults: faults.map(FormFault.init))
        case PersistenceError.constraintConflict(_, let properties):
            self.init(faults: [FormFault(doubling: properties)])
        default: return nil
        }
    }
}

extension FormFault {
    /// The fault of a property that the model's rules do not allow.
    init(_ fault: ValidationFault) {
        let key = fault.key ?? ""
        self.init(
            field: key, label: FormText.label(of: key), message: fault.messageAboutValue)
    }

    /// The fault of values that another record has too, at the field of the first one.
    init(doubling properties: [String]) {
        let labels = properties.map { FormText.label(of: $0) }
        let texts = labels.map { $0.lowercased() }.listText
        self.init(
            field: properties.first ?? "", label: labels.first ?? "",
            message: "there is a record with the same \(texts) already")
    }
}
