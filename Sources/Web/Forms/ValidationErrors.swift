import Domain
import HTTPTypes
import Imaging
import Persistence

/// The errors in the fields of a rejected form, which the controller shows again with them.
struct ValidationErrors: Error, Sendable {
    var status: HTTPResponse.Status = .unprocessableContent
    var faults: [FieldError]
    var headers: HTTPFields = [:]
    /// Further members of the problem document, such as `limit` and `size`.
    var members: [(name: String, value: JSONValue)] = []

    /// The fault of a field as a sentence; nil if the field has none.
    func message(for field: String) -> String? {
        faults.first { $0.field == field }.map { FormText.sentence($0.message) }
    }

    /// The summary above the form.
    var summary: FaultSummary { FaultSummary(faults.map(\.link)) }

    /// The rejection as an error for programs.
    func error(_ title: String) -> SiteError {
        SiteError(
            status: status, title: title,
            detail: faults.map { FormText.stopped($0.text) }.joined(separator: " "),
            headers: headers, faults: faults, members: members)
    }
}

extension ValidationErrors {
    /// A form with one fault.
    init(_ field: String, _ label: String, _ message: String) {
        self.init(faults: [FieldError(field: field, label: label, message: message)])
    }
}

extension ValidationErrors {
    /// The faults of a form whose records could not be saved; nil if the form is not the cause.
    init?(ofSaving error: any Error) {
        switch error {
        case PersistenceError.validation(let faults):
            self.init(faults: faults.map(FieldError.init))
        case PersistenceError.constraintConflict(let entity, let properties):
            self.init(faults: [FieldError(doubling: properties, in: entity)])
        default: return nil
        }
    }
}

extension FieldError {
    /// The fault of a property that the model's rules do not allow.
    init(_ fault: ValidationFault) {
        let key = fault.key ?? ""
        self.init(
            field: key, label: FormText.label(of: key, in: fault.entity),
            message: fault.messageAboutValue)
    }

    /// The fault of values that another record already has, at the field of the first value.
    init(doubling properties: [String], in entity: String) {
        let labels = properties.map { FormText.label(of: $0, in: entity) }
        let texts = labels.map { $0.lowercased() }.listText
        self.init(
            field: properties.first ?? "", label: labels.first ?? "",
            message: "there is a record with the same \(texts) already")
    }
}

extension ValidationErrors {
    /// The same with plain names of the fields of the only line or payment.
    ///
    /// - Parameter numbered: returns the name of the field in a form with several.
    func named(_ names: [String], from numbered: (String) -> String) -> ValidationErrors {
        var plain = self
        plain.faults = faults.map { fault in
            guard let name = names.first(where: { numbered($0) == fault.field }) else {
                return fault
            }
            return FieldError(
                field: name, label: FormText.label(of: name), message: fault.message,
                readings: fault.readings)
        }
        return plain
    }
}

/// All faults of a form: unreadable fields, and broken rules of the records that it would create.
/// Only the first fault of a field is kept.
struct FaultList: Sendable {
    private(set) var faults: [FieldError] = []

    init(_ faults: [FieldError] = []) {
        add(faults)
    }

    /// Adds faults, except for fields that already have one.
    mutating func add(_ more: [FieldError]) {
        for fault in more where !faults.contains(where: { $0.field == fault.field }) {
            faults.append(fault)
        }
    }

    /// Adds a fault, unless its field already has one.
    mutating func fail(_ field: String, _ label: String, _ message: String) {
        add([FieldError(field: field, label: label, message: message)])
    }

    /// Adds the faults that the model's rules find in the values of an object.
    ///
    /// - Parameter keys: the attributes, whose fields have the same names.
    /// - Throws: errors of the store.
    mutating func add(valuesOf object: ManagedObject, _ keys: [String]) throws {
        for key in keys {
            do {
                try object.validateValue(forKey: key)
            } catch PersistenceError.validation(let found) {
                add(found.map(FieldError.init))
            }
        }
    }

    /// Rejects the form if there are faults.
    ///
    /// - Throws: ``ValidationErrors``.
    func check() throws(ValidationErrors) {
        guard faults.isEmpty else { throw ValidationErrors(faults: faults) }
    }
}

extension ValidationErrors {
    /// The rejection of a picture that cannot be used.
    ///
    /// - Throws: the error itself if the picture is not the cause.
    init(ofPicture error: ImagingError, field: String, label: String) throws {
        self.init(faults: [
            FieldError(field: field, label: label, message: error.description)
        ])
        switch error {
        case .unsupported(let kind):
            status = .unsupportedMediaType
            members = [("type_found", .string(kind.mimeType))]
        case .tooManyBytes(let limit, let size):
            status = .contentTooLarge
            members = [("limit", .int(limit)), ("size", .int(size))]
        case .tooManyPixels(let limit, let width, let height):
            status = .contentTooLarge
            members = [("limit", .int(limit)), ("width", .int(width)), ("height", .int(height))]
        case .broken, .empty: break
        case .busy(let seconds):
            status = .serviceUnavailable
            headers = [.retryAfter: String(seconds)]
        case .unreadable: throw error
        }
    }
}
