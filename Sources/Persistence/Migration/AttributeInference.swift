import ObjectModel

/// Finds out whether the values of an attribute can be carried over to its newer version.
struct AttributeInference {
    let entity: String
    /// The older version; nil for an attribute that is new.
    let before: AttributeDescription?
    let after: AttributeDescription

    /// - Throws: `MigrationError` if they cannot.
    func run() throws {
        if let before, !Self.keepsValues(from: before.attributeType, to: after.attributeType) {
            throw failure(
                "its type was \(before.attributeType.rawValue) and is "
                    + "\(after.attributeType.rawValue), which may not hold every value")
        }
    }

    private func failure(_ reason: String) -> MigrationError {
        MigrationError(entity: entity, property: after.name, reason: reason)
    }

    /// Whether each value of a type is a value of the other one.
    static func keepsValues(from old: AttributeType, to new: AttributeType) -> Bool {
        if old == new { return true }
        let wider: Set<AttributeType> =
            switch old {
            case .boolean: [.integer16, .integer32, .integer64]
            case .integer16: [.integer32, .integer64, .decimal, .float, .double]
            case .integer32: [.integer64, .decimal, .double]
            // A Decimal has 38 digits, an integer 19.
            case .integer64: [.decimal]
            case .float: [.double]
            case .uri: [.string]
            default: []
            }
        return wider.contains(new)
    }
}
