import HTTPTypes
import Hummingbird

extension Request {
    /// The value of a cookie; nil if there is none. Bytes are compared without parsing other
    /// cookies, because each request of a signed-in user needs it.
    func cookieValue(_ name: String) -> String? {
        guard headers.contains(.cookie) else { return nil }
        for var header in headers[values: .cookie] {
            let value = header.withUTF8 { Self.cookieValue(name, in: $0) }
            if let value { return value }
        }
        return nil
    }

    private static func cookieValue(
        _ name: String, in header: UnsafeBufferPointer<UInt8>
    ) -> String? {
        var rest = header[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            let pair = rest[..<end].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            rest = rest[end...].dropFirst()
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                pair[..<equals].elementsEqual(name.utf8)
            else { continue }
            return String(decoding: pair[equals...].dropFirst(), as: UTF8.self)
        }
        return nil
    }
}
