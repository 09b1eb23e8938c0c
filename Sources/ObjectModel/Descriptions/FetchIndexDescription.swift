/// An index of an entity, for fetches that filter or sort by its properties.
///
/// ```swift
/// book.indexes = [
///     FetchIndexDescription("byTitle", elements: [FetchIndexElementDescription(propertyName: "title")])
/// ]
/// ```
public struct FetchIndexDescription: Sendable, Hashable {
    /// The index's name, unique within its entity.
    public var name: String
    /// The indexed properties or expressions, in order.
    public var elements: [FetchIndexElementDescription]
    /// A predicate format string; only records that satisfy it are in the index.
    public var partialIndexPredicateFormat: String?
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates an index over all records.
    public init(_ name: String, elements: [FetchIndexElementDescription]) {
        self.name = name
        self.elements = elements
    }
}

/// A column of an index.
public struct FetchIndexElementDescription: Sendable, Hashable {
    /// The kinds of index.
    public enum CollationType: String, Sendable, Hashable, CaseIterable {
        /// Sorted values, for comparisons and orders.
        case binary = "Binary"
        /// Ranges of numbers in several dimensions, for places on a map.
        case rTree = "RTree"
    }

    /// The indexed property; nil for an expression.
    public var propertyName: String?
    /// The indexed expression; nil for a property.
    public var expression: String?
    /// The type of the expression's value, under the model file's name.
    public var expressionType: String?
    /// The kind of index. Default: binary.
    public var collationType: CollationType = .binary
    /// Whether the order is ascending. Default: true.
    public var isAscending: Bool = true
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates an element for a property.
    public init(propertyName: String, isAscending: Bool = true) {
        self.propertyName = propertyName
        self.isAscending = isAscending
    }

    /// Creates an element for an expression.
    public init(expression: String, type: String?) {
        self.expression = expression
        self.expressionType = type
    }
}
