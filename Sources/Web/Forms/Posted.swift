/// What a form says about a field: an update keeps what it does not post, and an empty field
/// clears.
enum Posted<Value: Sendable>: Sendable {
    /// The form has no such field, or what it has cannot be used.
    case absent
    /// The field is there, and nothing is in it.
    case cleared
    /// The field has a value.
    case value(Value)

    /// The value, if there is one.
    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The same with another value.
    func map<Other>(_ change: (Value) -> Other) -> Posted<Other> {
        switch self {
        case .absent: .absent
        case .cleared: .cleared
        case .value(let value): .value(change(value))
        }
    }

    /// The value that a record has afterwards.
    func updating(_ current: Value?) -> Value? {
        switch self {
        case .absent: current
        case .cleared: nil
        case .value(let value): value
        }
    }
}

extension Posted: Equatable where Value: Equatable {}
