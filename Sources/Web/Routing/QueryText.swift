import Foundation

/// Query strings and forms as `name=value&…` (`application/x-www-form-urlencoded`).
enum QueryText {
    /// A parameter that is not UTF-8 after decoding.
    struct NotUTF8: Error, Equatable {
        /// The position of the parameter, from 1.
        let position: Int
    }

    /// The parameters in order; a name without `=` has an empty value.
    ///
    /// A percent sign without two hexadecimal digits stays as it is, like in browsers, so that
    /// `curl -d 'itemName=50% wool'` works.
    static func decode(
        _ text: some Sequence<UInt8>
    ) throws(NotUTF8) -> [(
        name: String, value: String
    )] {
        var result: [(name: String, value: String)] = []
        let pairs = Array(text).split(separator: UInt8(ascii: "&"))
        for (index, pair) in pairs.enumerated() {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = decodeText(pair[..<equals]),
                let value = decodeText(pair[equals...].dropFirst())
            else { throw NotUTF8(position: index + 1) }
            result.append((name, value))
        }
        return result
    }

    /// The text of parameters, with special characters escaped.
    static func encode(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { encodeText($0.name) + "=" + encodeText($0.value) }
            .joined(separator: "&")
    }

    private static func decodeText(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }

    private static func encodeText(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: " "):
                result += "+"
            default:
                let hexadecimal = String(byte, radix: 16, uppercase: true)
                result += hexadecimal.count == 1 ? "%0" + hexadecimal : "%" + hexadecimal
            }
        }
        return result
    }
}

/// The host and port of a server in addresses: `house.local:8080`.
enum ServerAuthority {
    /// The authority in lower case, without the scheme's default port.
    static func normalized(_ authority: String, isSecure: Bool) -> String {
        let (name, port) = parts(of: authority)
        guard let port, port.isEmpty || Int(port) == (isSecure ? 443 : 80) else {
            return authority.lowercased()
        }
        return name.lowercased()
    }

    /// The address of a server without a path.
    ///
    /// - Parameters:
    ///   - host: its name or IP address, with or without a port; an IPv6 address with or without
    /// brackets.
    ///   - port: the port if the host has none; empty for the default.
    static func address(_ host: String, port: String, isSecure: Bool) -> String {
        let isBare = host.count { $0 == ":" } > 1 && !host.hasPrefix("[")
        var authority = isBare ? "[\(host)]" : host
        if parts(of: authority).port == nil, !port.isEmpty { authority += ":\(port)" }
        return (isSecure ? "https://" : "http://") + normalized(authority, isSecure: isSecure)
    }

    /// The host, and the digits of the port; nil without a port.
    static func parts(of authority: String) -> (name: Substring, port: Substring?) {
        let digits = authority.utf8.reversed().prefix { (48...57).contains($0) }.count
        let start = authority.dropLast(digits)
        let name = start.dropLast()
        // An IPv6 address has colons too, within brackets.
        guard start.last == ":", name.last == "]" || !name.contains(":") else {
            return (authority[...], nil)
        }
        return (name, authority.suffix(digits))
    }
}
