import Foundation
import ObjectModel

/// Describes entities and properties of a model in words.
enum PropertyText {
    /// The properties: `9 attributes, 1 relationship, 1 fetched property`.
    static func counts(of entity: EntityDescription) -> String {
        var counts = [
            ItemCount.text(entity.attributes.count, "attribute", "attributes"),
            ItemCount.text(entity.relationships.count, "relationship", "relationships"),
        ]
        if !entity.fetchedProperties.isEmpty {
            counts.append(
                ItemCount.text(
                    entity.fetchedProperties.count, "fetched property", "fetched properties"))
        }
        return counts.joined(separator: ", ")
    }

    /// The default value; empty for none.
    static func defaultValue(of attribute: AttributeDescription) -> String {
        attribute.defaultDate.map(ISO8601Text.utc) ?? attribute.defaultValueString ?? ""
    }

    /// The bounds of values or lengths: `0 to 100`, `at most 200 characters`.
    static func bounds(of attribute: AttributeDescription) -> String {
        let least = attribute.minDate.map(ISO8601Text.utc) ?? attribute.minValueString
        let most = attribute.maxDate.map(ISO8601Text.utc) ?? attribute.maxValueString
        let unit = attribute.attributeType == .string ? " characters" : ""
        switch (least, most) {
        case (let least?, let most?): return "\(least) to \(most)\(unit)"
        case (let least?, nil): return "at least \(least)\(unit)"
        case (nil, let most?): return "at most \(most)\(unit)"
        case (nil, nil): return ""
        }
    }

    /// Further settings of an attribute: `optional, indexed`.
    static func marks(of attribute: AttributeDescription) -> String {
        var marks: [String] = []
        if attribute.isOptional { marks.append("optional") }
        if attribute.isTransient { marks.append("transient") }
        if attribute.isIndexed { marks.append("indexed") }
        if attribute.isIndexedBySpotlight { marks.append("indexed in Spotlight") }
        if let expression = attribute.derivationExpression {
            marks.append("derived: \(expression)")
        }
        if attribute.allowsExternalBinaryDataStorage { marks.append("may live in a file") }
        if attribute.preservesValueInHistoryOnDeletion { marks.append("kept in history") }
        if let name = attribute.valueTransformerName { marks.append("through \(name)") }
        if let name = attribute.compositeName { marks.append("made of \(name)") }
        if let name = attribute.renamingIdentifier { marks.append("was \(name)") }
        return marks.joined(separator: ", ")
    }

    /// The kind: `to-one`, `to-many`, `ordered to-many`.
    static func kind(of relationship: RelationshipDescription) -> String {
        (relationship.isOrdered ? "ordered " : "") + (relationship.isToMany ? "to-many" : "to-one")
    }

    /// The bounds of the number of destinations, and further settings of a relationship.
    static func marks(of relationship: RelationshipDescription) -> String {
        var marks: [String] = []
        if relationship.isOptional { marks.append("optional") }
        if relationship.isTransient { marks.append("transient") }
        if relationship.isToMany, relationship.minCount > 0 {
            marks.append("at least \(relationship.minCount)")
        }
        if relationship.isToMany, (1..<Int(Int32.max)).contains(relationship.maxCount) {
            marks.append("at most \(relationship.maxCount)")
        }
        if let name = relationship.renamingIdentifier { marks.append("was \(name)") }
        return marks.joined(separator: ", ")
    }

    /// The index with its predicate: `byValue: valueInDollars down, itemName`.
    static func text(of index: FetchIndexDescription) -> String {
        let elements = index.elements.map { element in
            (element.propertyName ?? element.expression ?? "?")
                + (element.isAscending ? "" : " down")
                + (element.collationType == .rTree ? " (R-tree)" : "")
        }
        let restriction = index.partialIndexPredicateFormat.map { " where \($0)" } ?? ""
        return "\(index.name): \(elements.joined(separator: ", "))\(restriction)"
    }
}
