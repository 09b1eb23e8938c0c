import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A JSON value whose members keep their order.
indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    /// A decimal number with all its places.
    case decimal(Decimal)
    /// A double; NaN and infinity, which JSON does not have, become null.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// A date in ISO 8601, UTC.
    static func date(_ date: Date) -> JSONValue { .string(ISO8601Text.utc(date)) }

    /// A text, or null.
    static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// An integer, or null.
    static func int(_ number: (some BinaryInteger)?) -> JSONValue {
        number.map { .int(Int($0)) } ?? .null
    }

    /// A decimal number with all its places, or null.
    static func decimal(_ number: Decimal?) -> JSONValue { number.map { .decimal($0) } ?? .null }

    /// A date, or null.
    static func date(_ date: Date?) -> JSONValue { date.map { .date($0) } ?? .null }

    /// A document with a further member at its end.
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [(name, value)])
    }

    /// The JSON text in UTF-8, with a newline at the end.
    var buffer: ByteBuffer {
        var buffer = ByteBuffer()
        write(to: &buffer)
        buffer.writeStaticString("\n")
        return buffer
    }

    /// The JSON text on one line.
    var text: String {
        var buffer = ByteBuffer()
        write(to: &buffer)
        return String(buffer: buffer)
    }

    private func write(to buffer: inout ByteBuffer) {
        switch self {
        case .null: buffer.writeStaticString("null")
        case .bool(let value): buffer.writeString(value ? "true" : "false")
        case .int(let value): buffer.writeString(String(value))
        case .decimal(let value): buffer.writeString(Quantity.text(value))
        case .double(let value): buffer.writeString(value.isFinite ? "\(value)" : "null")
        case .string(let value): Self.write(value, to: &buffer)
        case .array(let values):
            buffer.writeStaticString("[")
            for (index, value) in values.enumerated() {
                if index > 0 { buffer.writeStaticString(",") }
                value.write(to: &buffer)
            }
            buffer.writeStaticString("]")
        case .object(let members):
            buffer.writeStaticString("{")
            for (index, member) in members.enumerated() {
                if index > 0 { buffer.writeStaticString(",") }
                Self.write(member.name, to: &buffer)
                buffer.writeStaticString(":")
                member.value.write(to: &buffer)
            }
            buffer.writeStaticString("}")
        }
    }

    /// Escapes control characters and the two separators that old scripts take for line ends.
    private static func write(_ text: String, to buffer: inout ByteBuffer) {
        buffer.writeStaticString("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": buffer.writeStaticString("\\\"")
            case "\\": buffer.writeStaticString("\\\\")
            case "\n": buffer.writeStaticString("\\n")
            case "\r": buffer.writeStaticString("\\r")
            case "\t": buffer.writeStaticString("\\t")
            case "\u{0}"..."\u{1F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                buffer.writeString(
                    "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: buffer.writeBytes(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        buffer.writeStaticString("\"")
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .string(text) }

    init(booleanLiteral flag: Bool) { self = .bool(flag) }

    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { ($0, $1) })
    }
}

extension Response {
    /// A response for programs.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        let buffer = value.buffer
        var hash = ContentHash()
        buffer.withUnsafeReadableBytes { hash.add($0) }
        return Response(
            status: status,
            headers: [
                .contentType: "application/json", .cacheControl: "no-cache",
                .eTag: EntityTag(hash.text).text,
            ],
            body: ResponseBody(byteBuffer: buffer))
    }
}

/// A page of a list as JSON.
enum ListDocument {
    /// The records of a page, its number, and the totals of the filter.
    static func json(
        _ records: [JSONValue], _ query: ListQuery, total: Int,
        totals: [(name: String, value: JSONValue)] = []
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("records", .array(records)), ("page", .int(query.page)),
            ("perPage", .int(query.perPage)), ("total", .int(total)),
        ]
        if !totals.isEmpty { members.append(("totals", .object(totals))) }
        return .object(members)
    }
}
