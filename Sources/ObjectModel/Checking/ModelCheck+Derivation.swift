extension ModelCheck {
    /// Checks that a derivation such as `canonical:(title)`, `items.@count` or `now()` leads to an
    /// existing property.
    mutating func checkDerivation(of attribute: AttributeDescription, in entity: EntityDescription)
    {
        guard let expression = attribute.derivationExpression else { return }
        let text = expression.trimmingSpaces
        if text == "now()" {
            switch attribute.attributeType {
            case .date: return
            case .double, .float:
                return warning(
                    "now() derives a date: a \(attribute.attributeType.rawValue) gets its seconds "
                        + "since 2001", entity.name, attribute.name)
            default:
                return warning(
                    "now() derives a date: stores may not keep it for type "
                        + attribute.attributeType.rawValue, entity.name, attribute.name)
            }
        }
        let (function, keyPath) = split(text)
        guard !text.isEmpty else {
            return error("the derivation is empty", entity.name, attribute.name)
        }
        if let function, !["uppercase:", "lowercase:", "canonical:"].contains(function) {
            return warning(
                "the derivation \"\(expression)\" calls a function that stores may not know",
                entity.name, attribute.name)
        }
        // The store checks other expressions, such as a concatenation.
        guard isKeyPath(keyPath) else { return }
        if let problem = problem(in: keyPath.split(separator: ".").map(String.init), from: entity) {
            error("the derivation \"\(expression)\" \(problem)", entity.name, attribute.name)
        }
    }

    private func split(_ text: String) -> (function: String?, keyPath: String) {
        guard text.last == ")", let open = text.firstIndex(of: "(") else { return (nil, text) }
        return (String(text[..<open]), String(text[text.index(after: open)...].dropLast()))
    }

    private func isKeyPath(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { key in
            SwiftName.isIdentifier(String(key.hasPrefix("@") ? key.dropFirst() : key))
        }
    }

    private func problem(in keys: [String], from start: EntityDescription) -> String? {
        var entity: EntityDescription? = start
        for key in keys {
            if key.hasPrefix("@") {
                let operators = ["@count", "@sum", "@min", "@max", "@avg"]
                return operators.contains(key) ? nil : "uses an unknown operator \(key)"
            }
            guard let current = entity else { return nil }
            switch property(key, of: current) {
            case nil: return "names \(key), which \(current.name) does not have"
            case .attribute: entity = nil
            case .relationship(let relationship): entity = entities[relationship.destinationEntity]
            }
        }
        return nil
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
