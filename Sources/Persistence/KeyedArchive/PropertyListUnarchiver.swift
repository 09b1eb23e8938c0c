import Foundation

/// Reads values of what Foundation archives for them.
enum PropertyListUnarchiver {
    private static let greatestDepth = 40

    /// - Throws: `PropertyListTransformerError` that names the class which cannot be read.
    static func value(of object: ArchivedObject, depth: Int = 0) throws -> any Sendable {
        guard depth < greatestDepth else { throw failure("it is nested too deeply") }
        switch object.content {
        case .string(let text): return text
        case .boolean(let flag): return flag
        case .integer(let number): return Int(number)
        case .real(let number): return number
        case .data(let data): return data
        case .date(let date): return date
        case .dictionary, .array, .null, .uid: break
        }
        guard let name = object.className else { throw failure("it holds an object of no class") }
        guard let value = try value(of: object, name.replacing("Mutable", with: ""), depth) else {
            throw failure("\(name) cannot be read: give a transformer for it")
        }
        return value
    }

    private static func value(
        of object: ArchivedObject, _ name: String, _ depth: Int
    ) throws -> (any Sendable)? {
        switch name {
        case "NSString": return object.string
        case "NSDate": return ModelCacheDecoder.date(object)
        case "NSData":
            return object["NS.data"]?.content.data ?? object["NS.bytes"]?.content.data
        case "NSUUID": return object["NS.uuidbytes"]?.content.data.flatMap(uuid)
        case "NSURL": return url(object, depth)
        case "NSDecimalNumber": return ArchivedDecimal.text(object).flatMap { Decimal(string: $0) }
        case "NSArray":
            return PropertyListCollection.array(try elements(object, depth))
        case "NSSet":
            guard let set = PropertyListCollection.set(try elements(object, depth)) else {
                throw failure("a set has members of several kinds")
            }
            return set
        case "NSDictionary":
            let keys = object.members
            guard keys.count == object.content["NS.objects"]?.array?.count else {
                throw failure("a dictionary has keys that are no texts")
            }
            return PropertyListCollection.dictionary(
                Dictionary(
                    try keys.map { ($0.key, try value(of: $0.value, depth: depth + 1)) },
                    uniquingKeysWith: { $1 }))
        default: return nil
        }
    }

    private static func elements(
        _ object: ArchivedObject, _ depth: Int
    ) throws -> [any Sendable] {
        let elements = object.elements
        guard elements.count == object.content["NS.objects"]?.array?.count ?? 0 else {
            throw failure("a list has members that cannot be read")
        }
        return try elements.map { try value(of: $0, depth: depth + 1) }
    }

    private static func uuid(_ data: Data) -> UUID? {
        guard data.count == 16 else { return nil }
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: data) }
        return UUID(uuid: bytes)
    }

    private static func url(_ object: ArchivedObject, _ depth: Int) -> URL? {
        guard depth < greatestDepth, let text = object.string("NS.relative") else { return nil }
        let base = object["NS.base"].flatMap { url($0, depth + 1) }
        return URL(string: text, relativeTo: base)?.absoluteURL
    }

    private static func failure(_ reason: String) -> PropertyListTransformerError {
        PropertyListTransformerError(reason: reason)
    }
}
