package import Foundation
package import ObjectModel

/// The computation of a derived attribute.
package struct Derivation: Sendable {
    package enum Source: Sendable {
        /// The time of the record's last change: a date, or its seconds as a Double.
        case now
        /// An attribute of the record itself, or of the destination of a to-one relationship.
        case value(TextForm?, relationship: Int?, attribute: Int)
        /// A count or sum over the destinations of a to-many relationship.
        case collection(CollectionOperator, relationship: Int, attribute: Int?)
    }

    package enum TextForm: String, Sendable {
        case uppercase = "uppercase:"
        case lowercase = "lowercase:"
        case canonical = "canonical:"
    }

    /// The number of the entity that declares the attribute.
    package let entityNumber: Int
    package let slot: Int
    package let source: Source

    /// The slot of the relationship that the source follows; nil for none.
    package var relationship: Int? {
        switch source {
        case .now: nil
        case .value(_, let relationship, _): relationship
        case .collection(_, let relationship, _): relationship
        }
    }

    /// Parses the expression of a derived attribute.
    ///
    /// Nil for other expressions: those over several relationships, or with unknown functions.
    /// Triggers of an existing store may maintain them all the same.
    init?(_ slot: PropertySlot, of entity: EntityLayout, in entities: [EntityLayout]) {
        guard let text = slot.attribute?.derivationExpression else { return nil }
        let spaceless = String(text.filter { $0 != " " })
        entityNumber = entity.number
        self.slot = slot.number
        if spaceless == "now()" {
            guard let type = slot.attribute?.attributeType,
                [.date, .double, .float].contains(type)
            else { return nil }
            source = .now
            return
        }
        let (form, path) = Self.split(spaceless)
        guard let keys = path,
            let source = Self.source(form, keys, from: entity, entities)
        else { return nil }
        self.source = source
    }

    private static func split(_ text: String) -> (TextForm?, [String]?) {
        guard text.last == ")", let open = text.firstIndex(of: "(") else {
            return (nil, keys(text))
        }
        guard let form = TextForm(rawValue: String(text[..<open])) else { return (nil, nil) }
        return (form, keys(text[text.index(after: open)...].dropLast()))
    }

    private static func keys(_ text: some StringProtocol) -> [String] {
        String(text).split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }

    private static func source(
        _ form: TextForm?, _ keys: [String], from entity: EntityLayout, _ entities: [EntityLayout]
    ) -> Source? {
        if let own = entity.slot(named: keys.joined(separator: ".")), own.attribute != nil {
            return own.isTransient ? nil : .value(form, relationship: nil, attribute: own.number)
        }
        guard let first = keys.first, let relationship = entity.slot(named: first),
            relationship.relationship != nil, !relationship.isTransient
        else { return nil }
        let destination = entities[relationship.destinationNumber - 1]
        let rest = Array(keys.dropFirst())
        if relationship.isToMany {
            return form == nil ? collection(relationship, rest, destination) : nil
        }
        guard let attribute = destination.slot(named: rest.joined(separator: ".")),
            attribute.attribute != nil, !attribute.isTransient
        else { return nil }
        return .value(form, relationship: relationship.number, attribute: attribute.number)
    }

    /// `@count`, `amount.@sum`, or `@sum.amount`.
    private static func collection(
        _ relationship: PropertySlot, _ keys: [String], _ destination: EntityLayout
    ) -> Source? {
        let names = keys.filter { $0.hasPrefix("@") }
        let path = keys.filter { !$0.hasPrefix("@") }
        guard names.count == 1, let op = names.first.flatMap(CollectionOperator.init(rawValue:))
        else { return nil }
        if op == .count, path.isEmpty {
            return .collection(op, relationship: relationship.number, attribute: nil)
        }
        guard [.sum, .minimum, .maximum, .average].contains(op),
            let attribute = destination.slot(named: path.joined(separator: ".")),
            attribute.attribute != nil, !attribute.isTransient
        else { return nil }
        return .collection(op, relationship: relationship.number, attribute: attribute.number)
    }
}

extension Derivation {
    /// Limits derivations that depend on each other, perhaps in a circle.
    package static var maximumDepth: Int { 8 }

    /// Whether a change of the record may change its own derived value.
    ///
    /// - Parameter depth: the number of derivations that led to the change.
    package func concernsOwner(isNew: Bool, depth: Int) -> Bool {
        switch source {
        // A change by another derivation does not count as a change of the record.
        case .now: depth == 0
        case .value: true
        case .collection: isNew
        }
    }

    /// The derived value.
    ///
    /// - Parameter sources: the values of the source, in all destinations.
    package func value(
        of sources: [AttributeValue], in attribute: AttributeDescription,
        now: @autoclosure () -> Date
    ) throws -> AttributeValue {
        switch source {
        case .now: return AttributeValue(moment: now(), of: attribute)
        case .value(let form, _, _):
            let value = sources.first ?? .null
            guard let form, case .string(let text) = value else { return value }
            return .string(form.applied(to: text))
        case .collection(let op, _, _):
            let values = sources.filter { !$0.isNull }
            if op == .count { return .integer(Int64(values.count)) }
            return try CollectionArithmetic.value(of: op, values, at: nil).asStored(in: attribute)
        }
    }
}

extension PropertySlot {
    /// Whether it is the same property, perhaps of a subentity.
    package func isSame(as other: PropertySlot) -> Bool {
        name == other.name && declaringEntityNumber == other.declaringEntityNumber
    }
}

extension AttributeValue {
    /// A date as the value of a derived attribute, which may be a Double.
    fileprivate init(moment: Date, of attribute: AttributeDescription) {
        self =
            attribute.attributeType == .date
            ? .date(moment) : .double(moment.timeIntervalSinceReferenceDate)
    }
}

extension Derivation.TextForm {
    func applied(to text: String) -> String {
        switch self {
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        case .canonical:
            TextFolding.folded(text, [.caseInsensitive, .diacriticInsensitive])
        }
    }
}
