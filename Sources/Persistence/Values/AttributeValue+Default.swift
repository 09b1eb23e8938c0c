import Foundation
import ObjectModel

extension AttributeValue {
    /// The value that a new object starts with. A text that is none of the type is read as Core Data
    /// reads it, of which the model's check warns.
    init(defaultOf attribute: AttributeDescription) {
        let type = attribute.attributeType
        if let date = attribute.defaultDate, type == .date {
            self = .date(date)
        } else if let text = attribute.defaultValueString, !attribute.isDerived,
            let spelled = AttributeText.defaultValue(text, of: type),
            let value = AttributeValue(text: spelled, of: type)
        {
            self = value
        } else {
            self = .null
        }
    }

    /// Reads a value as model files spell it; nil if the text is no value of the type.
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

extension AttributeDescription {
    /// Whether new objects start with a value.
    var hasDefault: Bool { !AttributeValue(defaultOf: self).isNull }
}
