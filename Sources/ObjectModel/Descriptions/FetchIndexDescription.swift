/// An index that the store keeps for an entity.
public struct FetchIndexDescription: Sendable, Hashable {
    /// The index's name, unique within its entity.
    public var name: String
    /// The indexed properties or expressions, in order.
    public var elements: [FetchIndexElementDescription]
    /// A predicate format string that restricts the index to some records.
    public var partialIndexPredicateFormat: String?
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes an index over all records.
    public init(_ name: String, elements: [FetchIndexElementDescription]) {
        self.name = name
        self.elements = elements
    }
}

/// One column of an index.
public struct FetchIndexElementDescription: Sendable, Hashable {
    /// The kinds of index.
    public enum CollationType: String, Sendable, Hashable, CaseIterable {
        case binary = "Binary"
        case rTree = "RTree"
    }

    /// The indexed property; nil where the element is an expression.
    public var propertyName: String?
    /// The indexed expression; nil where the element is a property.
    public var expression: String?
    /// The type of the expression's result, as the model file names it.
    public var expressionType: String?
    /// The kind of index. Default: binary.
    public var collationType: CollationType = .binary
    /// Whether the index ascends. Default: true.
    public var isAscending: Bool = true
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes an element that sorts by a property.
    public init(propertyName: String, isAscending: Bool = true) {
        self.propertyName = propertyName
        self.isAscending = isAscending
    }

    /// Makes an element that sorts by an expression, given as text.
    public init(expression: String, type: String?) {
        self.expression = expression
        self.expressionType = type
    }
}
