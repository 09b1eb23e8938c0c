import Foundation
import ObjectModel

extension AttributeValue {
    /// The value that a new object starts with.
    ///
    /// - Throws: `PersistenceError.badDefaultValue` if the text is no value of the type. A checked
    ///   model has none such.
    init(defaultOf attribute: AttributeDescription) throws {
        if let date = attribute.defaultDate, attribute.attributeType == .date {
            self = .date(date)
            return
        }
        guard let text = attribute.defaultValueString, !attribute.isDerived else {
            self = .null
            return
        }
        guard let value = AttributeValue(text: text, of: attribute.attributeType) else {
            throw PersistenceError.badDefaultValue(attribute: attribute.name, text: text)
        }
        self = value
    }

    /// Reads a default value as model files spell it; nil if the text is no value of the type.
    init?(text: String, of type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64:
            guard let integer = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) })
            else { return nil }
            self = .integer(integer)
        case .double, .float:
            guard let number = Double(text) else { return nil }
            self = .double(number)
        case .decimal:
            guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            else { return nil }
            self = .decimal(number)
        case .boolean:
            switch text.lowercased() {
            case "yes", "true", "1": self = .boolean(true)
            case "no", "false", "0": self = .boolean(false)
            default: return nil
            }
        case .string:
            self = .string(text)
        case .uuid:
            guard let uuid = UUID(uuidString: text) else { return nil }
            self = .uuid(uuid)
        case .uri:
            guard let url = URL(string: text) else { return nil }
            self = .url(url)
        case .date:
            guard let seconds = Double(text) else { return nil }
            self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .undefined, .binaryData, .transformable, .objectID, .composite:
            // A model file may carry a text here; Core Data takes no default from it either.
            self = .null
        }
    }
}
