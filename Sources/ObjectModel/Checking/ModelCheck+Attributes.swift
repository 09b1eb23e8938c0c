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
        if attribute.isIndexedBySpotlight, attribute.isTransient {
            warning(
                "a transient attribute is not in the store, and is not indexed in Spotlight", owner,
                attribute.name)
        }
        if attribute.isDerived, attribute.isTransient {
            error("a derived attribute cannot be transient", owner, attribute.name)
        }
    }

    private mutating func checkBounds(of attribute: AttributeDescription, of owner: String) {
        if let minimum = attribute.minDate, let maximum = attribute.maxDate, minimum > maximum {
            warning(
                "the earliest date is later than the latest date: no date is valid", owner,
                attribute.name)
        }
        guard attribute.isBounded else { return }
        let minimum = bound(attribute.minValueString, "minimum", attribute, owner)
        let maximum = bound(attribute.maxValueString, "maximum", attribute, owner)
        if let minimum, let maximum, minimum > maximum {
            warning(
                "the minimum \(minimum.text) is greater than the maximum \(maximum.text): no value is valid",
                owner, attribute.name)
        }
    }

    private mutating func bound(
        _ text: String?, _ name: String, _ attribute: AttributeDescription, _ owner: String
    ) -> NumberBound? {
        guard let text else { return nil }
        let isLength = attribute.attributeType == .string
        guard let number = attribute.bound(text) else {
            let kind = isLength ? "length" : "number"
            warning(
                "the \(name) \"\(text)\" is not a \(kind), and is ignored", owner, attribute.name)
            return nil
        }
        if isLength, number.double < 0 {
            warning("the \(name) length \(text) is negative", owner, attribute.name)
        }
        return number
    }

    private mutating func checkDefault(of attribute: AttributeDescription, of owner: String) {
        if let date = attribute.defaultDate, attribute.attributeType == .date {
            if attribute.minDate.map({ date < $0 }) ?? false
                || attribute.maxDate.map({ date > $0 }) ?? false
            {
                warning("the default value is outside its bounds", owner, attribute.name)
            }
        }
        guard let text = attribute.defaultValueString else { return }
        let type = attribute.attributeType.rawValue
        guard let value = AttributeText.defaultValue(text, of: attribute.attributeType) else {
            return warning(
                "the default \"\(text)\" is not a value of type \(type): new objects have none",
                owner, attribute.name)
        }
        if value != text {
            warning(
                "the default \"\(text)\" is read as \(value) for type \(type)", owner,
                attribute.name)
        }
        if isOutOfBounds(value, attribute) {
            warning("the default value is outside its bounds", owner, attribute.name)
        }
    }

    private func isOutOfBounds(_ text: String, _ attribute: AttributeDescription) -> Bool {
        guard attribute.isBounded,
            let value = NumberBound(attribute.attributeType == .string ? "\(text.count)" : text)
        else { return false }
        let minimum = attribute.minValueString.flatMap(attribute.bound)
        let maximum = attribute.maxValueString.flatMap(attribute.bound)
        return minimum.map { value < $0 } ?? false || maximum.map { value > $0 } ?? false
    }

    private mutating func checkPattern(of attribute: AttributeDescription, of owner: String) {
        guard attribute.attributeType == .string, let pattern = attribute.regularExpression else {
            return
        }
        do {
            _ = try NSRegularExpression(pattern: pattern)
        } catch {
            warning(
                "\"\(pattern)\" is not a regular expression: no text is valid", owner,
                attribute.name)
        }
    }
}

extension AttributeDescription {
    /// Whether the attribute may have a minimum and a maximum.
    fileprivate var isBounded: Bool { attributeType.isNumeric || attributeType == .string }

    /// The minimum or maximum as a number; that of a string is a length.
    fileprivate func bound(_ text: String) -> NumberBound? {
        let isLength = attributeType == .string
        guard !isLength || AttributeText.number(text, as: .integer64) != nil else { return nil }
        return NumberBound(text)
    }

    /// The attribute's settings that have no effect on its type, by their names in the model file.
    fileprivate var settingsWithoutEffect: [String] {
        let isBytes = attributeType == .binaryData || attributeType == .transformable
        let isScalar =
            [.integer16, .integer32, .integer64, .double, .float, .boolean, .date]
            .contains(attributeType)
        let isDate = attributeType == .date
        let hasNoDefault = isBytes || [.objectID, .undefined, .composite].contains(attributeType)
        let settings: [(String, isUseless: Bool)] = [
            ("minValueString", minValueString != nil && !isBounded),
            ("maxValueString", maxValueString != nil && !isBounded),
            ("minDateTimeInterval", minDate != nil && !isDate),
            ("maxDateTimeInterval", maxDate != nil && !isDate),
            ("defaultDateTimeInterval", defaultDate != nil && !isDate),
            ("defaultValueString", defaultValueString != nil && (hasNoDefault || isDate)),
            ("regularExpressionString", regularExpression != nil && attributeType != .string),
            ("spotlightIndexingEnabled", isIndexedBySpotlight && attributeType != .string),
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

extension ModelCheck {
    /// Checks that the attribute that an attribute names for its sort keys can contain them.
    mutating func checkSortKey(of attribute: AttributeDescription, in entity: EntityDescription) {
        guard let name = attribute.sortKeyName else { return }
        let named = entity.attributes.filter { $0.sortKeyName == name }
        let problem: String? =
            if attribute.attributeType != .string || attribute.isTransient || attribute.isDerived {
                "only a text that is in the store, and not derived, has a sort key"
            } else if let key = entity.attributes.first(where: { $0.name == name }) {
                !key.canHoldSortKeys || key.isDerived
                    ? "its sort key \(name) is not an optional Binary attribute in the store itself"
                    : named.count > 1 ? "another attribute has the sort key \(name) too" : nil
            } else {
                "its sort key \(name) is not an attribute of the entity"
            }
        if let problem { error(problem, entity.name, attribute.name) }
    }
}
