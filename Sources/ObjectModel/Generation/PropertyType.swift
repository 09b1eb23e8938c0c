/// The Swift type of an attribute's property, with its accessors.
struct PropertyType {
    /// The property's type.
    let swiftType: String
    /// The call that gets the value from a slot.
    let getter: (Int) -> String
    /// The call that sets a slot to `newValue`.
    let setter: (Int) -> String
    /// Whether the type needs Foundation.
    let needsFoundation: Bool

    /// Nil for an attribute without a typed property.
    init?(_ attribute: AttributeDescription) {
        switch attribute.attributeType {
        case .integer16: self.init(number: "Int16", of: attribute)
        case .integer32: self.init(number: "Int32", of: attribute)
        case .integer64: self.init(number: "Int64", of: attribute)
        case .double: self.init(number: "Double", of: attribute)
        case .float: self.init(number: "Float", of: attribute)
        case .boolean: self.init(number: "Bool", of: attribute)
        case .string: self.init("String", accessor: "string", "String")
        case .decimal: self.init("Decimal", accessor: "decimal", "Decimal")
        case .date: self.init("Date", accessor: "date", "Date")
        case .binaryData: self.init("Data", accessor: "data", "Data")
        case .uuid: self.init("UUID", accessor: "uuid", "UUID")
        case .uri: self.init("URL", accessor: "url", "URL")
        case .transformable:
            guard let type = TransformableType(attribute.customClassName ?? "Data") else {
                return nil
            }
            self.init(transformable: type)
        case .undefined, .objectID, .composite: return nil
        }
    }

    private init(number type: String, of attribute: AttributeDescription) {
        if attribute.usesScalarValueType {
            self.init(swiftType: type, accessor: type.lowercased(), setterSuffix: type)
        } else {
            self.init(type, accessor: "optional\(type)", "Optional\(type)")
        }
    }

    private init(_ type: String, accessor: String, _ setterSuffix: String) {
        self.init(swiftType: "\(type)?", accessor: accessor, setterSuffix: setterSuffix)
    }

    private init(swiftType: String, accessor: String, setterSuffix: String) {
        self.swiftType = swiftType
        needsFoundation = ["Data?", "Date?", "Decimal?", "URL?", "UUID?"].contains(swiftType)
        getter = { "\(accessor)(at: \($0))" }
        setter = { "set\(setterSuffix)(newValue, at: \($0))" }
    }

    private init(transformable type: TransformableType) {
        let name = type.swiftName.hasPrefix("any ") ? "(\(type.swiftName))" : type.swiftName
        let value = name.hasSuffix("?") ? String(name.dropLast()) : name
        swiftType = "\(value)?"
        needsFoundation = type.needsFoundation
        getter = { "transformed(at: \($0), as: \(value).self)" }
        setter = { "setTransformed(newValue, at: \($0))" }
    }
}
