import Foundation

/// Writes binary property lists. Values with the same bytes are written once.
struct BinaryPropertyListWriter {
    /// The bytes of the objects, one after the other; those of a collection without its references.
    private var heads: [UInt8] = []
    /// The end of each object in `heads`, and its references.
    private var objects: [Object] = []
    /// The object numbers of plain values by their bytes, because equal texts may have different
    /// bytes, and 0 equals −0.
    private var numbers: [Data: Int] = [:]

    private struct Object {
        var end: Int
        /// The object numbers of a collection's members, written when their size is known.
        var references: [Int] = []
    }

    /// The data of a property list.
    static func write(_ value: PropertyListValue) -> Data {
        var writer = BinaryPropertyListWriter()
        _ = writer.add(value)
        return writer.data
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        let start = heads.count
        addHead(of: value)
        let number = objects.count
        switch value {
        case .array(let values):
            objects.append(Object(end: heads.count))
            objects[number].references = references(to: values)
        case .dictionary(let members):
            objects.append(Object(end: heads.count))
            let members = members.sorted { $0.key < $1.key }
            let keys = references(to: members.map { .string($0.key) })
            objects[number].references = keys + references(to: members.map(\.value))
        default:
            let bytes = Data(heads[start...])
            if let known = numbers[bytes] {
                heads.removeLast(bytes.count)
                return known
            }
            numbers[bytes] = number
            objects.append(Object(end: heads.count))
        }
        return number
    }

    private mutating func references(to values: [PropertyListValue]) -> [Int] {
        var references: [Int] = []
        for value in values { references.append(add(value)) }
        return references
    }

    /// Adds the bytes of a value; those of a collection without its references.
    private mutating func addHead(of value: PropertyListValue) {
        switch value {
        case .null: heads.append(0x00)
        case .boolean(let value): heads.append(value ? 0x09 : 0x08)
        case .integer(let value): addInteger(value)
        case .real(let value):
            heads.append(0x23)
            heads.addBigEndian(value.bitPattern, size: 8)
        case .date(let value):
            heads.append(0x33)
            heads.addBigEndian(value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
        case .data(let value):
            addMarker(0x40, count: value.count)
            heads += value
        case .string(let value): addString(value)
        case .array(let values): addMarker(0xA0, count: values.count)
        case .dictionary(let members): addMarker(0xD0, count: members.count)
        case .uid(let value):
            let size = byteCount(UInt64(value))
            heads.append(0x80 | UInt8(size - 1))
            heads.addBigEndian(UInt64(value), size: size)
        }
    }

    private mutating func addInteger(_ value: Int64) {
        guard value >= 0 else {
            heads.append(0x13)
            return heads.addBigEndian(UInt64(bitPattern: value), size: 8)
        }
        let size = byteCount(UInt64(value))
        heads.append(0x10 | UInt8(size.trailingZeroBitCount))
        heads.addBigEndian(UInt64(value), size: size)
    }

    private mutating func addString(_ value: String) {
        // An ASCII text has as many bytes in UTF-8 as code units in UTF-16.
        let units = value.utf16.count
        if value.utf8.count == units {
            addMarker(0x50, count: units)
            heads += value.utf8
        } else {
            addMarker(0x60, count: units)
            for unit in value.utf16 { heads.addBigEndian(UInt64(unit), size: 2) }
        }
    }

    private mutating func addMarker(_ kind: UInt8, count: Int) {
        if count < 15 { return heads.append(kind | UInt8(count)) }
        heads.append(kind | 15)
        addInteger(Int64(count))
    }

    /// The complete property list: the objects, the offset table, and a trailer.
    private var data: Data {
        let referenceSize = byteCount(UInt64(objects.count))
        var data = Array("bplist00".utf8)
        var offsets: [Int] = []
        var start = 0
        for object in objects {
            offsets.append(data.count)
            data += heads[start..<object.end]
            start = object.end
            for reference in object.references {
                data.addBigEndian(UInt64(reference), size: referenceSize)
            }
        }
        let table = data.count
        let offsetSize = byteCount(UInt64(table))
        for offset in offsets { data.addBigEndian(UInt64(offset), size: offsetSize) }
        data += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, 0, table] { data.addBigEndian(UInt64(number), size: 8) }
        return Data(data)
    }

    /// The smallest of 1, 2, 4 and 8 bytes that can hold a number.
    private func byteCount(_ value: UInt64) -> Int {
        switch value {
        case 0...0xFF: 1
        case 0...0xFFFF: 2
        case 0...0xFFFF_FFFF: 4
        default: 8
        }
    }
}

extension [UInt8] {
    fileprivate mutating func addBigEndian(_ value: UInt64, size: Int) {
        var shift = 8 * size
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}
