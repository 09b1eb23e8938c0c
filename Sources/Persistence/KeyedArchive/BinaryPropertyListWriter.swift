import Foundation

/// Writes binary property lists. Values that have the same bytes are written once.
struct BinaryPropertyListWriter {
    private var objects: [[UInt8]] = []
    private var collections: [Collection] = []
    /// By their bytes, the numbers of values that are no collections.
    // Not by the values: texts that are equal may have other bytes, and 0 is equal to −0.
    private var numbers: [[UInt8]: Int] = [:]

    /// An array or dictionary, whose references are written when their size is known.
    private struct Collection {
        var object: Int
        var references: [Int]
    }

    /// The data of a property list.
    static func write(_ value: PropertyListValue) -> Data {
        var writer = BinaryPropertyListWriter()
        _ = writer.add(value)
        return writer.data
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        let head = head(of: value)
        let number = objects.count
        if value.isCollection {
            objects.append(head)
        } else if let known = numbers[head] {
            return known
        } else {
            numbers[head] = number
            objects.append(head)
        }
        switch value {
        case .array(let values):
            collections.append(Collection(object: number, references: values.map { add($0) }))
        case .dictionary(let members):
            let members = members.sorted { $0.key < $1.key }
            let keys = members.map { add(.string($0.key)) }
            collections.append(
                Collection(object: number, references: keys + members.map { add($0.value) }))
        default: break
        }
        return number
    }

    /// The bytes of a value; of a collection, those before its references.
    private func head(of value: PropertyListValue) -> [UInt8] {
        switch value {
        case .null: [0x00]
        case .boolean(let value): [value ? 0x09 : 0x08]
        case .integer(let value): integer(value)
        case .real(let value): [0x23] + bigEndian(value.bitPattern, size: 8)
        case .date(let value):
            [0x33] + bigEndian(value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
        case .data(let value): marker(0x40, count: value.count) + value
        case .string(let value): string(value)
        case .array(let values): marker(0xA0, count: values.count)
        case .dictionary(let members): marker(0xD0, count: members.count)
        case .uid(let value): uid(value)
        }
    }

    private func integer(_ value: Int64) -> [UInt8] {
        guard value >= 0 else { return [0x13] + bigEndian(UInt64(bitPattern: value), size: 8) }
        let size = byteCount(UInt64(value))
        return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(value), size: size)
    }

    private func uid(_ value: Int) -> [UInt8] {
        let size = byteCount(UInt64(value))
        return [0x80 | UInt8(size - 1)] + bigEndian(UInt64(value), size: size)
    }

    private func string(_ value: String) -> [UInt8] {
        if value.utf8.allSatisfy({ $0 < 0x80 }) {
            return marker(0x50, count: value.utf8.count) + value.utf8
        }
        let units = Array(value.utf16)
        return marker(0x60, count: units.count)
            + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private func marker(_ kind: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 15] + integer(Int64(count))
    }

    /// The least of 1, 2, 4 and 8 bytes that holds a number.
    private func byteCount(_ value: UInt64) -> Int {
        switch value {
        case 0...0xFF: 1
        case 0...0xFFFF: 2
        case 0...0xFFFF_FFFF: 4
        default: 8
        }
    }

    private func bigEndian(_ value: UInt64, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }

    private var data: Data {
        let referenceSize = byteCount(UInt64(objects.count))
        var contents = objects
        for collection in collections {
            contents[collection.object] += collection.references.flatMap {
                bigEndian(UInt64($0), size: referenceSize)
            }
        }
        var data = Data("bplist00".utf8)
        var offsets: [Int] = []
        for content in contents {
            offsets.append(data.count)
            data += content
        }
        let table = data.count
        let offsetSize = byteCount(UInt64(table))
        for offset in offsets { data += bigEndian(UInt64(offset), size: offsetSize) }
        data += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, 0, table] { data += bigEndian(UInt64(number), size: 8) }
        return data
    }
}

extension PropertyListValue {
    fileprivate var isCollection: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}
