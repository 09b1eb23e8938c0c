package import ObjectModel

extension AttributeValue {
    /// The value as a column of an attribute gives it back: a number in the attribute's type, a
    /// fraction cut off in one for whole numbers.
    package func asStored(in attribute: AttributeDescription) -> AttributeValue {
        let type = ExpressionType(attribute)
        guard type.isNumber, let number = storedNumber else { return self }
        switch (type.kind, number) {
        case (.double, _): return .double(number.double)
        case (.decimal, _): return number.attributeValue.exactDecimal.map { .decimal($0) } ?? .null
        case (.boolean, _): return .boolean(number.double != 0)
        case (_, .integer(let whole)): return .integer(whole)
        case (_, .double(let double)):
            // As SQLite casts: what is beyond the type becomes its greatest or least value.
            guard !double.isNaN else { return .null }
            let whole = double.rounded(.towardZero)
            return .integer(Int64(exactly: whole) ?? (whole < 0 ? .min : .max))
        }
    }
}
