/// The update that a field of a form asks for: absent fields stay as they are, and empty fields clear.
enum FieldUpdate<Value: Sendable>: Sendable {
    /// The form has no such field, or its text is invalid.
    case absent
    /// The field is empty.
    case cleared
    case value(Value)

    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The same state with the value converted.
    func map<Other>(_ change: (Value) -> Other) -> FieldUpdate<Other> {
        switch self {
        case .absent: .absent
        case .cleared: .cleared
        case .value(let value): .value(change(value))
        }
    }

    /// The value of the record after the update.
    func updating(_ current: Value?) -> Value? {
        switch self {
        case .absent: current
        case .cleared: nil
        case .value(let value): value
        }
    }
}

extension FieldUpdate: Equatable where Value: Equatable {}
