import Foundation

/// Writes values as Foundation archives the objects that stand for them.
struct PropertyListArchiver {
    private static let greatestDepth = 40

    private var writer = KeyedArchiveWriter()

    mutating func archive(_ value: any Sendable) throws -> Data {
        let root = try add(value, depth: 0)
        return writer.data(root: root)
    }

    private mutating func add(_ value: Any, depth: Int) throws -> PropertyListValue {
        guard depth < Self.greatestDepth else {
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

    /// A value that stands in an archive as it is.
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
