/// The type of an attribute's value, as the model editor names it.
public enum AttributeType: String, Sendable, Hashable, CaseIterable {
    /// No type; for transient attributes alone.
    case undefined = "Undefined"
    /// A whole number of 16 bits.
    case integer16 = "Integer 16"
    /// A whole number of 32 bits.
    case integer32 = "Integer 32"
    /// A whole number of 64 bits.
    case integer64 = "Integer 64"
    /// A decimal number, exact to 15 digits in a store.
    case decimal = "Decimal"
    /// A floating-point number of 64 bits.
    case double = "Double"
    /// A floating-point number of 32 bits.
    case float = "Float"
    /// Text.
    case string = "String"
    /// Yes or no.
    case boolean = "Boolean"
    /// A moment.
    case date = "Date"
    /// Bytes.
    case binaryData = "Binary"
    /// A universally unique identifier.
    case uuid = "UUID"
    /// A URI.
    case uri = "URI"
    /// A value that a transformer turns into bytes.
    case transformable = "Transformable"
    /// The identity of an object; for transient attributes alone.
    case objectID = "ObjectID"
    /// A value made of several attributes.
    case composite = "Composite"

    /// Whether the values are numbers.
    public var isNumeric: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: true
        default: false
        }
    }
}
