import Foundation

/// Reads binary property lists, with the references of keyed archives, which Foundation does not
/// show on Linux.
///
/// Reading ends for any input: depth and the number of values are limited, and every offset is
/// checked. Shared text and data are read once.
struct BinaryPropertyListReader {
    /// The reason why data is not a property list.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let maximumDepth = 128
    private static let trailerLength = 32

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableOffset: Int
    private var valueCount = 0
    /// Texts and data that were read, by object number.
    private var runs: [Int: PropertyListValue] = [:]

    static func read(_ data: Data) throws -> PropertyListValue {
        var reader = try BinaryPropertyListReader(Array(data))
        return try reader.value(try reader.topObject(), depth: 0)
    }

    private init(_ bytes: [UInt8]) throws {
        guard bytes.count >= 8 + Self.trailerLength, bytes.starts(with: Array("bplist0".utf8))
        else {
            throw Failure(description: "the data is not a binary property list")
        }
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerLength
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, at: trailer + 8, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8),
            table <= trailer, count <= (trailer - table) / offsetSize
        else { throw Failure(description: "the property list's trailer is damaged") }
        objectCount = count
        tableOffset = table
    }

    private func topObject() throws -> Int {
        let trailer = bytes.count - Self.trailerLength
        guard let top = Self.number(bytes, at: trailer + 16, size: 8) else {
            throw Failure(description: "the property list's trailer is damaged")
        }
        return top
    }

    private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
        if size == 1 { return Int(bytes[offset]) }
        // A loop, because a slice and its iterator take longer than the few bytes of most numbers.
        var number: UInt64 = 0
        var index = offset
        while index < offset + size {
            number = number << 8 | UInt64(bytes[index])
            index += 1
        }
        return Int(exactly: number)
    }

    private func integer(at offset: Int, size: Int) throws -> Int {
        guard let number = Self.number(bytes, at: offset, size: size) else {
            throw Failure(description: "the property list ends too early")
        }
        return number
    }

    private mutating func value(_ object: Int, depth: Int) throws -> PropertyListValue {
        valueCount += 1
        guard depth < Self.maximumDepth else { throw Failure(description: "nested too deep") }
        // Each value takes a reference of at least one byte, unless collections are shared.
        guard valueCount < bytes.count else { throw Failure(description: "too large") }
        guard object >= 0, object < objectCount else {
            throw Failure(description: "a reference leads nowhere")
        }
        let offset = try integer(at: tableOffset + object * offsetSize, size: offsetSize)
        let marker = try integer(at: offset, size: 1)
        let (kind, info) = (marker >> 4, marker & 15)
        switch kind {
        case 0: return try simple(info)
        case 1: return try wholeNumber(at: offset + 1, size: 1 << info)
        case 2: return try .real(real(at: offset + 1, size: 1 << info))
        case 3:
            return try .date(
                Date(timeIntervalSinceReferenceDate: real(at: offset + 1, size: 8)))
        case 8: return try .uid(integer(at: offset + 1, size: info + 1))
        case 4, 5, 6, 7:
            if let known = runs[object] { return known }
            let value = try dataOrText(kind, info, at: offset)
            runs[object] = value
            return value
        case 10, 11, 12: return try array(info, at: offset, depth: depth)
        case 13: return try dictionary(info, at: offset, depth: depth)
        default: throw Failure(description: "an unknown kind of value")
        }
    }

    private func simple(_ info: Int) throws -> PropertyListValue {
        switch info {
        case 0: return .null
        case 8: return .boolean(false)
        case 9: return .boolean(true)
        default: throw Failure(description: "an unknown kind of value")
        }
    }

    /// Integers of 8 bytes are signed, shorter ones are not; larger ones take 16 bytes.
    private func wholeNumber(at offset: Int, size: Int) throws -> PropertyListValue {
        guard size == 8 || size == 16 else {
            return try .integer(Int64(integer(at: offset, size: size)))
        }
        let start = offset + size - 8
        guard start >= 0, start <= bytes.count - 8 else {
            throw Failure(description: "the property list ends too early")
        }
        var number: UInt64 = 0
        for byte in bytes[start..<(start + 8)] { number = number << 8 | UInt64(byte) }
        return .integer(Int64(bitPattern: number))
    }

    private func real(at offset: Int, size: Int) throws -> Double {
        let high = try integer(at: offset, size: 4)
        if size == 4 { return Double(Float(bitPattern: UInt32(high))) }
        guard size == 8 else { throw Failure(description: "a number of an unknown size") }
        let low = try integer(at: offset + 4, size: 4)
        return Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    }

    /// The number of a value's members or bytes, and the start of its content.
    private func count(_ info: Int, at offset: Int) throws -> (count: Int, start: Int) {
        guard info == 15 else { return (info, offset + 1) }
        let marker = try integer(at: offset + 1, size: 1)
        guard marker >> 4 == 1, marker & 15 <= 3 else {
            throw Failure(description: "a damaged count")
        }
        let size = 1 << (marker & 15)
        return (try integer(at: offset + 2, size: size), offset + 2 + size)
    }

    private func dataOrText(_ kind: Int, _ info: Int, at offset: Int) throws -> PropertyListValue {
        let (count, start) = try count(info, at: offset)
        let unit = kind == 6 ? 2 : 1
        guard start <= bytes.count, count <= (bytes.count - start) / unit else {
            throw Failure(description: "the property list ends too early")
        }
        let content = bytes[start..<(start + count * unit)]
        switch kind {
        case 4: return .data(Data(content))
        case 6:
            let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
                UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
            }
            return .string(String(decoding: units, as: UTF16.self))
        default: return .string(String(decoding: content, as: UTF8.self))
        }
    }

    /// Checks that this number of references exists.
    private func checkReferences(_ count: Int, at start: Int) throws {
        guard start <= bytes.count, count <= (bytes.count - start) / referenceSize else {
            throw Failure(description: "the property list ends too early")
        }
    }

    private func reference(_ index: Int, at start: Int) throws -> Int {
        try integer(at: start + index * referenceSize, size: referenceSize)
    }

    private mutating func array(_ info: Int, at offset: Int, depth: Int) throws -> PropertyListValue
    {
        let (count, start) = try count(info, at: offset)
        try checkReferences(count, at: start)
        var values: [PropertyListValue] = []
        var index = 0
        while index < count {
            values.append(try value(reference(index, at: start), depth: depth + 1))
            index += 1
        }
        return .array(values)
    }

    private mutating func dictionary(
        _ info: Int, at offset: Int, depth: Int
    ) throws -> PropertyListValue {
        let (count, start) = try count(info, at: offset)
        try checkReferences(count, at: start)
        let members = start + count * referenceSize
        try checkReferences(count, at: members)
        var dictionary: [String: PropertyListValue] = [:]
        var index = 0
        while index < count {
            guard let name = try value(reference(index, at: start), depth: depth + 1).string else {
                throw Failure(description: "a key that is not a string")
            }
            dictionary[name] = try value(reference(index, at: members), depth: depth + 1)
            index += 1
        }
        return .dictionary(dictionary)
    }
}
