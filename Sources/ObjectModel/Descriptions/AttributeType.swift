/// The type of an attribute, under the model editor's name.
public enum AttributeType: String, Sendable, Hashable, CaseIterable {
    /// A type that Xcode shows for a new attribute, and for a transient one of any type.
    case undefined = "Undefined"
    /// `Int16`.
    case integer16 = "Integer 16"
    /// `Int32`.
    case integer32 = "Integer 32"
    /// `Int64`.
    case integer64 = "Integer 64"
    /// `Decimal`, of at most 15 significant digits in SQLite stores.
    case decimal = "Decimal"
    /// `Double`.
    case double = "Double"
    /// `Float`.
    case float = "Float"
    /// `String`.
    case string = "String"
    /// `Bool`.
    case boolean = "Boolean"
    /// `Date`.
    case date = "Date"
    /// `Data`, in a file beside the store if it is large and the attribute allows it.
    case binaryData = "Binary"
    /// `UUID`.
    case uuid = "UUID"
    /// `URL`.
    case uri = "URI"
    /// Any type, which a value transformer converts to data.
    case transformable = "Transformable"
    /// The ID of an object, for transient attributes.
    case objectID = "ObjectID"
    /// Several attributes in one: ``CompositeAttributeDescription``.
    case composite = "Composite"

    /// Whether the values are numbers.
    public var isNumeric: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: true
        default: false
        }
    }
}
