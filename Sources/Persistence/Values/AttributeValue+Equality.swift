import Foundation

extension AttributeValue {
    /// Values are equal if a store keeps the same for both: strings by their UTF-8, so that a
    /// spelling with combining characters is another one.
    public static func == (first: AttributeValue, second: AttributeValue) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.integer(let first), .integer(let second)): first == second
        case (.boolean(let first), .boolean(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.decimal(let first), .decimal(let second)): first == second
        case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
        case (.date(let first), .date(let second)): first == second
        case (.data(let first), .data(let second)): first == second
        case (.uuid(let first), .uuid(let second)): first == second
        case (.url(let first), .url(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        case (.transformable(let first), .transformable(let second)): first == second
        case (.deferred(let first), .deferred(let second)): first == second
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .boolean(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .url(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        case .transformable(let value): hasher.combine(value)
        case .deferred(let byteCount): hasher.combine(byteCount)
        }
    }
}
