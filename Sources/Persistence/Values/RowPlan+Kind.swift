package import ObjectModel

extension RowPlan.Kind {
    /// How values of an attribute with a column are read. Where an engine keeps no values in files, they
    /// are `binary` and not `external`.
    package init(_ attribute: AttributeDescription) {
        switch attribute.attributeType {
        case .integer16: self = .int16
        case .integer32: self = .int32
        case .integer64: self = .integer
        case .boolean: self = .boolean
        case .double, .float: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = .date
        case .uuid: self = .uuid
        case .uri: self = .url
        case .binaryData, .transformable:
            self = attribute.allowsExternalBinaryDataStorage ? .external : .binary
        case .undefined, .objectID, .composite: self = .null
        }
    }
}
