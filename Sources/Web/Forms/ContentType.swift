/// A header of the form `name; parameter=value` (RFC 9110, 8.3; RFC 2183).
struct ContentType: Sendable, Equatable {
    /// The name before the parameters, in lower case.
    let name: String
    /// The parameters by their names in lower case; the first one where a name is repeated.
    let parameters: [String: String]

    /// Parses the value of a header.
    init(_ text: String) {
        var scanner = text[...]
        name = scanner.prefix { $0 != ";" }.trimmed.lowercased()
        scanner = scanner.drop { $0 != ";" }
        var parameters: [String: String] = [:]
        while scanner.first == ";" {
            scanner.removeFirst()
            let key = scanner.prefix { $0 != "=" && $0 != ";" }
            scanner = scanner[key.endIndex...]
            guard scanner.first == "=" else { continue }
            scanner.removeFirst()
            let value = Self.value(&scanner)
            let name = key.trimmed.lowercased()
            if parameters[name] == nil { parameters[name] = value }
        }
        self.parameters = parameters
    }

    private static func value(_ scanner: inout Substring) -> String {
        scanner = scanner.drop { $0 == " " || $0 == "\t" }
        guard scanner.first == "\"" else {
            let value = scanner.prefix { $0 != ";" }
            scanner = scanner[value.endIndex...]
            return value.trimmed
        }
        scanner.removeFirst()
        var value = ""
        while let character = scanner.popFirst(), character != "\"" {
            // Old browsers send the path of a file with unescaped backslashes, so only a quote and
            // a backslash count as escaped.
            if character == "\\", let next = scanner.first, next == "\"" || next == "\\" {
                value.append(next)
                scanner.removeFirst()
            } else {
                value.append(character)
            }
        }
        scanner = scanner.drop { $0 != ";" }
        return value
    }
}

extension Substring {
    /// The text without the spaces and tabs around it.
    fileprivate var trimmed: String {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
