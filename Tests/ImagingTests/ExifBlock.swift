import Drawing
import Foundation

@testable import Imaging

/// An EXIF block, written byte by byte, so that it can have contents that no library writes.
enum ExifBlock {
    /// A value of an entry.
    enum Value {
        case text([UInt8])
        case fractions([(UInt32, UInt32)])

        static func text(_ text: String) -> Value { .text(Array(text.utf8)) }

        var type: UInt16 {
            switch self {
            case .text: 2
            case .fractions: 5
            }
        }

        var count: Int {
            switch self {
            case .text(let bytes): bytes.count + 1
            case .fractions(let fractions): fractions.count
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .text(let bytes): bytes + [0]
            case .fractions(let fractions):
                fractions.flatMap { Self.little($0.0) + Self.little($0.1) }
            }
        }

        static func little(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
    }

    /// The block with some entries, and its marker.
    static func bytes(_ entries: [ExifFields.Entry: Value]) -> Data {
        let links: [(tag: UInt16, directory: Int32)] = [(0x8769, 2), (0x8825, 3)]
        func own(_ directory: Int32) -> [(tag: UInt16, value: Value)] {
            entries.filter { $0.key.directory == directory }
                .map { (UInt16($0.key.tag), $0.value) }.sorted { $0.tag < $1.tag }
        }
        func size(_ count: Int) -> Int { 2 + 12 * count + 4 }
        let first = own(0)
        var starts: [Int32: Int] = [:]
        var start = 8 + size(first.count + links.count)
        for link in links {
            starts[link.directory] = start
            start += size(own(link.directory).count)
        }
        var values: [UInt8] = []
        func directory(_ entries: [(tag: UInt16, value: Value)], links: [[UInt8]]) -> [UInt8] {
            var bytes = Value.little(UInt16(entries.count + links.count))
            for (tag, value) in entries {
                bytes += Value.little(tag) + Value.little(value.type)
                bytes += Value.little(UInt32(value.count))
                if value.bytes.count <= 4 {
                    bytes += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
                } else {
                    bytes += Value.little(UInt32(start + values.count))
                    values += value.bytes
                }
            }
            for link in links { bytes += link }
            return bytes + [0, 0, 0, 0]
        }
        var block: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        block += directory(
            first,
            links: links.map { link in
                Value.little(link.tag) + [4, 0, 1, 0, 0, 0]
                    + Value.little(UInt32(starts[link.directory] ?? 0))
            })
        for link in links { block += directory(own(link.directory), links: []) }
        return Data(Array("Exif\0\0".utf8) + block + values)
    }

    /// A JPEG picture with the block.
    static func jpeg(_ entries: [ExifFields.Entry: Value]) throws -> Data {
        let block = bytes(entries)
        let length = UInt16(block.count + 2)
        let mark: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        return Data(mark) + block + (try Uploads.camera.encoded(as: .jpeg)).dropFirst(2)
    }
}
