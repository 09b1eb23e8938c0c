public import Foundation

/// Stores property lists as keyed archives, as Core Data does if a model names
/// `NSSecureUnarchiveFromData` or no transformer.
///
/// The values are texts, numbers, Booleans, dates, data, UUIDs and URLs, and arrays, sets and
/// dictionaries of these. Collections with members of one type keep it (`[String]`, `[String:
/// Int]`), others become `[any Sendable]`. An archive of another class is an error with the class's
/// name: no object of an archived class is created.
public struct PropertyListTransformer: AttributeTransformer {
    /// The names of the transformer in models.
    static let names: Set<String> = [
        "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
        "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformer",
    ]

    public init() {}

    /// Whether data is a keyed archive.
    func isArchive(_ data: Data) -> Bool {
        do {
            _ = try KeyedArchiveReader(data)
            return true
        } catch {
            return false
        }
    }

    /// - Throws: ``PropertyListTransformerError`` with the type that cannot be archived.
    public func data(from value: any Sendable) throws -> Data {
        var encoder = PropertyListArchiver()
        return try encoder.archive(value)
    }

    /// - Throws: ``PropertyListTransformerError`` with the class that cannot be read.
    public func value(from data: Data) throws -> any Sendable {
        let reader: KeyedArchiveReader
        do {
            reader = try KeyedArchiveReader(data)
        } catch {
            throw PropertyListTransformerError(reason: "the data is not a keyed archive")
        }
        guard let root = reader.root else {
            throw PropertyListTransformerError(reason: "the archive is empty")
        }
        return try PropertyListUnarchiver.value(of: root)
    }
}

/// The reason why a value cannot be archived, or an archive cannot be read.
public struct PropertyListTransformerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, as the end of a sentence without a full stop.
    public var reason: String

    public var description: String { "A value is not an archived property list: \(reason)." }
}

/// Writes values in the form in which Foundation archives its objects.
struct PropertyListArchiver {
    private static let maximumDepth = 40

    private var writer = KeyedArchiveWriter()

    mutating func archive(_ value: any Sendable) throws -> Data {
        let root = try add(value, depth: 0)
        return writer.data(root: root)
    }

    private mutating func add(_ value: Any, depth: Int) throws -> PropertyListValue {
        guard depth < Self.maximumDepth else {
            throw PropertyListTransformerError(reason: "it is nested too deeply")
        }
        if let plain = try plain(value) { return writer.add(plain) }
        switch value {
        case let value as Decimal:
            return writer.add(ArchivedDecimal.classNames, ArchivedDecimal.members(value))
        case let value as Date:
            return writer.add(
                ["NSDate", "NSObject"],
                ["NS.time": .real(value.timeIntervalSinceReferenceDate)])
        case let value as UUID:
            let bytes = withUnsafeBytes(of: value.uuid) { Data($0) }
            return writer.add(["NSUUID", "NSObject"], ["NS.uuidbytes": .data(bytes)])
        case let value as URL:
            let text = writer.add(.string(value.absoluteString))
            return writer.add(
                ["NSURL", "NSObject"], ["NS.base": KeyedArchiveWriter.null, "NS.relative": text])
        case let value as [Any]:
            return writer.addArray(try value.map { try add($0, depth: depth + 1) })
        case let value as [String: Any]:
            let members = try value.sorted { $0.key < $1.key }.map { key, member in
                (key: key, value: try add(member, depth: depth + 1))
            }
            return writer.addDictionary(members)
        case let value as Set<AnyHashable>:
            return writer.addSet(try value.map { try add($0.base, depth: depth + 1) })
        default:
            throw PropertyListTransformerError(
                reason: "\(type(of: value)) cannot be kept: give a transformer for it")
        }
    }

    /// A value that needs no object in an archive.
    private func plain(_ value: Any) throws -> PropertyListValue? {
        switch value {
        case let value as String: return .string(value)
        case let value as Bool: return .boolean(value)
        case let value as Data: return .data(value)
        case let value as Double: return .real(value)
        case let value as Float: return .real(Double(value))
        case let value as any BinaryInteger:
            guard let number = Int64(exactly: value) else {
                throw PropertyListTransformerError(reason: "the number \(value) is too large")
            }
            return .integer(number)
        default: return nil
        }
    }
}

/// Reads values from the objects that Foundation archives.
enum PropertyListUnarchiver {
    private static let maximumDepth = 40

    /// - Throws: `PropertyListTransformerError` with the class that cannot be read.
    static func value(of object: ArchivedObject, depth: Int = 0) throws -> any Sendable {
        guard depth < maximumDepth else { throw failure("it is nested too deeply") }
        switch object.content {
        case .string(let text): return text
        case .boolean(let flag): return flag
        case .integer(let number): return Int(number)
        case .real(let number): return number
        case .data(let data): return data
        case .date(let date): return date
        case .dictionary, .array, .null, .uid: break
        }
        guard let name = object.className else {
            throw failure("it contains an object without a class")
        }
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
                throw failure("a dictionary has keys that are not texts")
            }
            return PropertyListCollection.dictionary(
                Dictionary(
                    try keys.map { ($0.key, try value(of: $0.value, depth: depth + 1)) },
                    uniquingKeysWith: { $1 }))
        default: return nil
        }
    }

    private static func elements(_ object: ArchivedObject, _ depth: Int) throws -> [any Sendable] {
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
        guard depth < maximumDepth, let text = object.string("NS.relative") else { return nil }
        let base = object["NS.base"].flatMap { url($0, depth + 1) }
        return URL(string: text, relativeTo: base)?.absoluteURL
    }

    private static func failure(_ reason: String) -> PropertyListTransformerError {
        PropertyListTransformerError(reason: reason)
    }
}

/// Converts collections with members of one type to a collection of that type.
enum PropertyListCollection {
    /// The array, of the members' type if they share one.
    static func array(_ members: [any Sendable]) -> any Sendable {
        for kind in arrayKinds {
            if let list = kind(members) { return list }
        }
        return members
    }

    /// The dictionary, of the values' type if they share one.
    static func dictionary(_ members: [String: any Sendable]) -> any Sendable {
        for kind in dictionaryKinds {
            if let dictionary = kind(members) { return dictionary }
        }
        return members
    }

    /// The set; nil if the members have several types.
    static func set(_ members: [any Sendable]) -> (any Sendable)? {
        for kind in setKinds {
            if let set = kind(members) { return set }
        }
        return nil
    }

    private typealias Kind<Members> = @Sendable (Members) -> (any Sendable)?

    private static let arrayKinds: [Kind<[any Sendable]>] = [
        { $0 as? [String] }, { $0 as? [Int] }, { $0 as? [Bool] }, numbers, { $0 as? [Date] },
        { $0 as? [Data] }, { $0 as? [UUID] }, { $0 as? [URL] }, { $0 as? [Decimal] },
        { $0 as? [[String]] }, { $0 as? [[Int]] }, { $0 as? [[Double]] },
        { $0 as? [[String: String]] },
    ]

    private static let dictionaryKinds: [Kind<[String: any Sendable]>] = [
        { $0 as? [String: String] }, { $0 as? [String: Int] }, { $0 as? [String: Bool] },
        { $0 as? [String: Double] }, { $0 as? [String: Date] }, { $0 as? [String: Data] },
        { $0 as? [String: URL] }, { $0 as? [String: [String]] }, { $0 as? [String: [Int]] },
    ]

    private static let setKinds: [Kind<[any Sendable]>] = [
        { ($0 as? [String]).map { Set($0) } }, { ($0 as? [Int]).map { Set($0) } },
        { ($0 as? [Double]).map { Set($0) } }, { ($0 as? [Date]).map { Set($0) } },
        { ($0 as? [UUID]).map { Set($0) } }, { ($0 as? [Data]).map { Set($0) } },
        { ($0 as? [URL]).map { Set($0) } },
    ]

    /// Mixed integers and other numbers take the other type.
    @Sendable
    private static func numbers(_ members: [any Sendable]) -> (any Sendable)? {
        let numbers = members.compactMap { $0 as? Double ?? ($0 as? Int).map(Double.init) }
        return numbers.count == members.count ? numbers : nil
    }
}
