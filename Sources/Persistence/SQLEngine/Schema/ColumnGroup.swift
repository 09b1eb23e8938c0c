import ObjectModel

/// The groups in which Core Data creates the columns of a table, in their order.
enum ColumnGroup: CaseIterable {
    case integer, order, time, decimal, text, uuid, transformable, binary

    /// The group of a property's column; nil for a property without a column.
    init?(_ slot: PropertySlot) {
        guard !slot.isTransient, !slot.isToMany else { return nil }
        guard let attribute = slot.attribute else {
            self = .integer
            return
        }
        switch attribute.attributeType {
        case .integer16, .integer32, .integer64, .boolean: self = .integer
        case .date, .double, .float: self = .time
        case .decimal: self = .decimal
        case .string, .uri: self = .text
        case .uuid: self = .uuid
        case .transformable: self = .transformable
        case .binaryData: self = .binary
        case .undefined, .objectID, .composite: return nil
        }
    }
}
