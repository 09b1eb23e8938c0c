import Foundation

extension ModelCheck {
    mutating func check(_ attribute: AttributeDescription, of owner: String) {
        checkType(of: attribute, of: owner)
        checkBounds(of: attribute, of: owner)
        checkDefault(of: attribute, of: owner)
        checkPattern(of: attribute, of: owner)
        for setting in attribute.settingsWithoutEffect {
            warning(
                "\(setting) has no effect on type \(attribute.attributeType.rawValue)", owner,
                attribute.name)
        }
    }

    private mutating func checkType(of attribute: AttributeDescription, of owner: String) {
        switch attribute.attributeType {
        case .undefined where !attribute.isTransient:
            error("an attribute without a type has to be transient", owner, attribute.name)
        case .objectID where !attribute.isTransient:
            error("an attribute of type ObjectID has to be transient", owner, attribute.name)
        case .composite where composites[attribute.compositeName ?? ""] == nil:
            error(
                "its composite attribute \(attribute.compositeName ?? "") is not in the model",
                owner, attribute.name)
        case .transformable where attribute.valueTransformerName == nil && !attribute.isTransient:
            warning(
                "it names no value transformer: only property lists (texts, numbers, dates, data, "
                    + "lists and dictionaries of these) can be kept", owner, attribute.name)
        default:
            break
        }
        if attribute.isDerived, attribute.isTransient {
            error("a derived attribute cannot be transient", owner, attribute.name)
        }
    }

    private mutating func checkBounds(of attribute: AttributeDescription, of owner: String) {
        if let minimum = attribute.minDate, let maximum = attribute.maxDate, minimum > maximum {
            error("the earliest date is later than the latest date", owner, attribute.name)
        }
        guard let type = attribute.boundType else { return }
        let minimum = bound(attribute.minValueString, "minimum", type, attribute, owner)
        let maximum = bound(attribute.maxValueString, "maximum", type, attribute, owner)
        if let minimum, let maximum, minimum > maximum {
            error(
                "the minimum \(minimum) is greater than the maximum \(maximum)", owner,
                attribute.name)
        }
    }

    private mutating func bound(
        _ text: String?, _ name: String, _ type: AttributeType, _ attribute: AttributeDescription,
        _ owner: String
    ) -> Decimal? {
        guard let text else { return nil }
        guard let number = AttributeText.number(text, as: type) else {
            let kind =
                attribute.attributeType == .string
                ? "length" : "value of type \(attribute.attributeType.rawValue)"
            error("the \(name) \"\(text)\" is not a \(kind)", owner, attribute.name)
            return nil
        }
        if attribute.attributeType == .string, number < 0 {
            error("the \(name) length \(text) is negative", owner, attribute.name)
        }
        return number
    }

    private mutating func checkDefault(of attribute: AttributeDescription, of owner: String) {
        if let date = attribute.defaultDate, attribute.attributeType == .date {
            if attribute.minDate.map({ date < $0 }) ?? false
                || attribute.maxDate.map({ date > $0 }) ?? false
            {
                warning("the default value is out of its own bounds", owner, attribute.name)
            }
        }
        guard let text = attribute.defaultValueString else { return }
        if !AttributeText.isValue(text, of: attribute.attributeType) {
            error(
                "the default \"\(text)\" is not a value of type \(attribute.attributeType.rawValue)",
                owner, attribute.name)
        } else if isOutOfBounds(text, attribute) {
            warning("the default value is out of its own bounds", owner, attribute.name)
        }
    }

    private func isOutOfBounds(_ text: String, _ attribute: AttributeDescription) -> Bool {
        guard let type = attribute.boundType,
            let value = attribute.attributeType == .string
                ? Decimal(text.count) : AttributeText.number(text, as: type)
        else { return false }
        let minimum = attribute.minValueString.flatMap { AttributeText.number($0, as: type) }
        let maximum = attribute.maxValueString.flatMap { AttributeText.number($0, as: type) }
        return minimum.map { value < $0 } ?? false || maximum.map { value > $0 } ?? false
    }

    private mutating func checkPattern(of attribute: AttributeDescription, of owner: String) {
        guard attribute.attributeType == .string, let pattern = attribute.regularExpression else {
            return
        }
        do {
            _ = try NSRegularExpression(pattern: pattern)
        } catch {
            self.error(
                "\"\(pattern)\" is not a regular expression", owner, attribute.name)
        }
    }
}

extension AttributeDescription {
    /// The type of the attribute's minimum and maximum; nil if it has none.
    fileprivate var boundType: AttributeType? {
        switch attributeType {
        case let type where type.isNumeric: type
        case .string: .integer64
        default: nil
        }
    }

    /// The settings, as the model file names them, that the attribute has but cannot use.
    fileprivate var settingsWithoutEffect: [String] {
        let isBytes = attributeType == .binaryData || attributeType == .transformable
        let isScalar =
            [.integer16, .integer32, .integer64, .double, .float, .boolean, .date]
            .contains(attributeType)
        let isDate = attributeType == .date
        let hasNoDefault = isBytes || [.objectID, .undefined, .composite].contains(attributeType)
        let settings: [(String, isUseless: Bool)] = [
            ("minValueString", minValueString != nil && boundType == nil),
            ("maxValueString", maxValueString != nil && boundType == nil),
            ("minDateTimeInterval", minDate != nil && !isDate),
            ("maxDateTimeInterval", maxDate != nil && !isDate),
            ("defaultDateTimeInterval", defaultDate != nil && !isDate),
            ("defaultValueString", defaultValueString != nil && (hasNoDefault || isDate)),
            ("regularExpressionString", regularExpression != nil && attributeType != .string),
            ("allowsExternalBinaryDataStorage", allowsExternalBinaryDataStorage && !isBytes),
            ("usesScalarValueType", usesScalarValueType && !isScalar),
            (
                "valueTransformerName",
                valueTransformerName != nil && attributeType != .transformable
            ),
        ]
        return settings.filter(\.isUseless).map(\.0)
    }
}
