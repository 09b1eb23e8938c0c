import Foundation
import ObjectModel

/// The property list in the metadata of an XML store.
enum XMLPropertyList {
    /// The lines of a value.
    static func lines(of value: PropertyListValue, indentation: Int) -> [String] {
        let indent = String(repeating: " ", count: indentation)
        switch value {
        case .null: return []
        case .boolean(let value): return [indent + (value ? "<true/>" : "<false/>")]
        case .integer(let value): return [indent + "<integer>\(value)</integer>"]
        case .real(let value): return [indent + "<real>\(value)</real>"]
        case .date(let value): return [indent + "<date>\(value.ISO8601Format())</date>"]
        case .data(let value):
            return [indent + "<data>\(value.base64EncodedString())</data>"]
        case .string(let value):
            return [indent + "<string>\(XMLStoreText.escaped(value))</string>"]
        case .uid(let value): return [indent + "<integer>\(value)</integer>"]
        case .array(let values):
            return [indent + "<array>"]
                + values.flatMap { lines(of: $0, indentation: indentation + 4) }
                + [indent + "</array>"]
        case .dictionary(let members):
            return [indent + "<dict>"]
                + members.sorted { $0.key < $1.key }.flatMap { key, value in
                    ["\(indent)    <key>\(XMLStoreText.escaped(key))</key>"]
                        + lines(of: value, indentation: indentation + 4)
                } + [indent + "</dict>"]
        }
    }

    /// The value of an element.
    static func value(of element: ParsedElement) throws -> PropertyListValue {
        switch element.name {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "string": return .string(XMLStoreText.unescaped(element.text))
        case "integer": if let value = Int64(element.trimmedText) { return .integer(value) }
        case "real": if let value = Double(element.trimmedText) { return .real(value) }
        case "date":
            if let date = try? Date(element.trimmedText, strategy: .iso8601) { return .date(date) }
        case "data": if let data = Data(base64Text: element.text) { return .data(data) }
        case "array": return .array(try element.children.map(value))
        case "dict": return .dictionary(try members(of: element))
        default: break
        }
        throw element.fault("<\(element.name)> of the metadata cannot be read")
    }

    private static func members(of element: ParsedElement) throws -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        var children = element.children[...]
        while let key = children.popFirst() {
            guard key.name == "key", let child = children.popFirst() else {
                throw key.fault("a key of the metadata has no value")
            }
            members[XMLStoreText.unescaped(key.text)] = try value(of: child)
        }
        return members
    }
}

extension Data {
    /// Decodes base64 text, which may contain spaces and line ends.
    init?(base64Text text: String) {
        self.init(base64Encoded: Data(text.utf8.filter { !XMLScanner.isSpace($0) }))
    }
}
