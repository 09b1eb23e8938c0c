import Foundation

/// Values as JSON in a text attribute.
enum JSONText {
    /// - Throws: errors of the encoder.
    static func of(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// - Throws: errors of the decoder.
    static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
