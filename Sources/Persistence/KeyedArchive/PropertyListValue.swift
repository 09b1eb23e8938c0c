import Foundation

/// A value of a property list.
indirect enum PropertyListValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case date(Date)
    case data(Data)
    case string(String)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
    /// A reference to another object of a keyed archive.
    case uid(Int)

    subscript(key: String) -> PropertyListValue? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }

    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    var data: Data? {
        if case .data(let value) = self { value } else { nil }
    }

    var array: [PropertyListValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    var dictionary: [String: PropertyListValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The integer, also of a Boolean.
    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .boolean(let value): value ? 1 : 0
        case .real(let value): Int64(exactly: value)
        default: nil
        }
    }

    var boolean: Bool? { integer.map { $0 != 0 } }

    var uid: Int? {
        if case .uid(let value) = self { value } else { nil }
    }
}
