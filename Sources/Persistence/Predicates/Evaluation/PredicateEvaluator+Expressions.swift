import Foundation

extension PredicateEvaluator {
    func value(of expression: FetchExpression) throws -> PredicateValue {
        switch expression {
        case .constant(let value): return .value(value)
        case .aggregate(let parts): return .collection(try parts.map(value))
        case .evaluatedObject: return object
        case .keyPath(let keys): return try value(at: keys[...], of: object, expression)
        case .keyPathOf(let base, let keys):
            return try value(at: keys[...], of: try value(of: base), expression)
        case .variable(let name):
            guard let value = variables[name] else {
                throw FetchPredicateError("The variable $\(name) has no value.", at: expression)
            }
            return value
        case .function(let name, let operands):
            return try value(ofFunction: name, operands, expression)
        case .conditional(let condition, let first, let second):
            let chosen = try value(of: isTrue(condition) ? first : second)
            return chosen.attributeValue?.isNotANumber == true ? .null : chosen
        case .subquery(let collection, let variable, let predicate):
            return try members(of: collection, variable, predicate)
        }
    }

    private func members(
        of collection: FetchExpression, _ variable: String, _ predicate: FetchPredicate
    ) throws -> PredicateValue {
        guard case .collection(let members) = try value(of: collection) else {
            return .collection([])
        }
        var inner = self
        return .collection(
            try members.filter { member in
                inner.variables[variable] = member
                return try inner.isTrue(predicate)
            })
    }

    // MARK: Key paths

    private func value(
        at keys: ArraySlice<String>, of base: PredicateValue, _ expression: FetchExpression
    ) throws -> PredicateValue {
        guard let key = keys.first else { return base }
        let rest = keys.dropFirst()
        if key.hasPrefix("@") {
            return try value(ofOperator: key, rest, base, expression)
        }
        switch base {
        case .value(.null):
            return try missingValue(at: rest)
        case .value(.string(let text)) where key == "length":
            return try value(
                at: rest, of: .value(.integer(Int64(text.utf16.count))), expression)
        case .value(let attribute):
            guard key == "self" || key == "objectID", rest.isEmpty else {
                throw FetchPredicateError("A value has no key “\(key)”.", at: expression)
            }
            return .value(attribute)
        case .subject(let subject):
            let count = rest.isEmpty ? 1 : subject.predicateKeyCount(at: keys)
            guard count == 1 else {
                let part = keys.prefix(count).joined(separator: ".")
                return try value(
                    at: keys.dropFirst(count), of: subject.predicateValue(forKey: part), expression)
            }
            let found = try subject.predicateValue(forKey: key)
            if key == "entity", rest.first == "name", case .value = found {
                // A record's entity is its name.
                return try value(at: rest.dropFirst(), of: found, expression)
            }
            return try value(at: rest, of: found, expression)
        case .collection(let members):
            let values = try members.flatMap { member -> [PredicateValue] in
                let value = try value(at: [key], of: member, expression)
                if case .collection(let inner) = value { return inner }
                return [value]
            }
            return try value(at: rest, of: .collection(values), expression)
        }
    }

    /// The value of a key path with a missing record on the way: null, or a count of 0.
    private func missingValue(at rest: ArraySlice<String>) throws -> PredicateValue {
        let op = rest.first { $0.hasPrefix("@") }.flatMap(CollectionOperator.init)
        return op == .count || op == .sum ? .value(.integer(0)) : .null
    }

    private func value(
        ofOperator name: String, _ rest: ArraySlice<String>, _ base: PredicateValue,
        _ expression: FetchExpression
    ) throws -> PredicateValue {
        guard let op = CollectionOperator(rawValue: name) else {
            throw FetchPredicateError("There is no collection operator \(name).", at: expression)
        }
        let values: PredicateValue
        switch base {
        case .value(.null): values = .collection([])
        case .collection: values = try value(at: rest, of: base, expression)
        default: throw FetchPredicateError("\(name) needs a collection.", at: expression)
        }
        guard case .collection(let members) = values else { return .null }
        return try CollectionArithmetic.value(of: op, members, at: expression)
    }

    // MARK: Functions

    private func value(
        ofFunction name: String, _ operands: [FetchExpression], _ expression: FetchExpression
    ) throws -> PredicateValue {
        if let receiver, PredicateFunction(rawValue: name) == nil,
            case .variable(let target)? = operands.first
        {
            return try receiver(target, name, operands.dropFirst().map(value))
        }
        guard let function = PredicateFunction(rawValue: name), function.arity == operands.count
        else { throw FetchPredicateError("There is no function “\(name)”.", at: expression) }
        if function == .now { return .value(.date(.now)) }
        let values = try operands.map(value)
        if let op = CollectionOperator(function) {
            return try CollectionArithmetic.value(of: op, values[0].members, at: expression)
        }
        switch function {
        case .indexedText:
            let text = try IndexedText.text(of: values[0], at: expression)
            return .value(.string(String(decoding: text, as: UTF8.self)))
        case .first: return values[0].members.first ?? .null
        case .last: return values[0].members.last ?? .null
        case .element:
            guard case .integer(let index) = values[1].attributeValue ?? .null,
                let position = Int(exactly: index), values[0].members.indices.contains(position)
            else { return .null }
            return values[0].members[position]
        case .union, .intersection, .difference:
            return .collection(combination(function, values[0].members, values[1].members))
        case .cast:
            guard case .string(let typeName) = values[1].attributeValue ?? .null,
                let type = CastType(name: typeName), let value = values[0].attributeValue
            else { return .null }
            return .value(type.cast(value) ?? .null)
        default:
            return .value(
                try PredicateArithmetic.value(
                    of: function, try values.map { try single($0, function, expression) }))
        }
    }

    private func single(
        _ value: PredicateValue, _ function: PredicateFunction, _ expression: FetchExpression
    ) throws -> AttributeValue {
        guard let value = value.attributeValue else {
            throw FetchPredicateError("“\(function.rawValue)” takes no collection.", at: expression)
        }
        return value
    }

    private func combination(
        _ function: PredicateFunction, _ first: [PredicateValue], _ second: [PredicateValue]
    ) -> [PredicateValue] {
        func contains(_ members: [PredicateValue], _ value: PredicateValue) -> Bool {
            members.contains {
                ValueComparison.areEqual(
                    $0.attributeValue ?? .null, value.attributeValue ?? .null, [])
            }
        }
        return switch function {
        case .intersection: first.filter { contains(second, $0) }
        case .difference: first.filter { !contains(second, $0) }
        default: first + second.filter { !contains(first, $0) }
        }
    }
}

extension PredicateValue {
    /// The members of a collection; a single value is its own member.
    fileprivate var members: [PredicateValue] {
        switch self {
        case .collection(let members): members
        case .value(.null): []
        default: [self]
        }
    }
}
