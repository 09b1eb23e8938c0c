import Foundation
import Testing

@testable import Persistence

struct PropertyListTests {
    private static let sample: PropertyListValue = .dictionary([
        "text": .string("plain"), "unicode": .string("Größe 🐠"),
        "long": .string(String(repeating: "x", count: 300)),
        "numbers": .array([
            .integer(0), .integer(255), .integer(65_536), .integer(-1), .integer(.max),
            .integer(.min),
        ]),
        "reals": .array([.real(0.1), .real(-1e300)]), "yes": .boolean(true), "no": .boolean(false),
        "date": .date(Date(timeIntervalSinceReferenceDate: 123.5)), "data": .data(Data(0...40)),
        "nested": .dictionary(["empty": .array([]), "none": .dictionary([:])]),
    ])

    @Test("Values survive a round trip")
    func roundTrip() throws {
        #expect(
            try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(Self.sample))
                == Self.sample)
    }

    @Test("References of keyed archives survive a round trip, up to large numbers")
    func references() throws {
        let list = PropertyListValue.array([.uid(1), .uid(300), .uid(70_000)])

        #expect(try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(list)) == list)
    }

    @Test("Lists are exchangeable with Foundation")
    func foundation() throws {
        let data = BinaryPropertyListWriter.write(Self.sample)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let again = try PropertyListSerialization.data(
            fromPropertyList: list, format: .binary, options: 0)

        #expect(try BinaryPropertyListReader.read(again) == Self.sample)
    }

    @Test("Damaged data is refused wherever it is truncated or changed")
    func damaged() {
        let data = BinaryPropertyListWriter.write(Self.sample)
        for length in 0..<data.count {
            #expect(throws: (any Error).self) {
                try BinaryPropertyListReader.read(data.prefix(length))
            }
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            var changed = data
            let place = Int.random(in: 8..<data.count, using: &generator)
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            // Either outcome is right, as long as it ends.
            _ = try? BinaryPropertyListReader.read(changed)
        }
    }

    @Test("An array that contains itself is refused")
    func circular() {
        let body: [UInt8] = Array("bplist00".utf8) + [0xA2, 0, 0, 8]
        let trailer: [UInt8] =
            [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 8)
            + [0, 0, 0, 0, 0, 0, 0, 11]

        #expect(throws: (any Error).self) {
            try BinaryPropertyListReader.read(Data(body + trailer))
        }
    }

    @Test("Compressed data survives a round trip, and data over the limit is refused")
    func deflate() throws {
        let data = Data(repeating: 7, count: 1_000_000)
        let compressed = try Deflate.compress(data)

        #expect(compressed.count < 2_000)
        #expect(try Deflate.decompress(compressed, limit: 1_000_000) == data)
        #expect(throws: (any Error).self) {
            try Deflate.decompress(compressed, limit: 999_999)
        }
        #expect(throws: (any Error).self) {
            try Deflate.decompress(compressed.prefix(100), limit: 1_000_000)
        }
        #expect(throws: (any Error).self) { try Deflate.decompress(Data([1, 2, 3]), limit: 10) }
    }

    @Test("An archive without a model is refused")
    func noModel() throws {
        var archive = KeyedArchiveWriter()
        let root = archive.addArray([])
        let cache = try Deflate.compress(archive.data(root: root))

        #expect(throws: ModelCacheDecoder.Failure.self) { try StoreModelCache.decode(cache) }
    }

    @Test("Values that are equal but have different bytes are preserved")
    func equalValues() throws {
        let texts = ["\u{E9}", "e\u{301}"]
        let list = PropertyListValue.array(
            texts.map { .string($0) } + [.real(0), .real(-0.0), .integer(0), .boolean(false)])

        let read = try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(list))

        let values = try #require(read.array)
        #expect(values.prefix(2).map { $0.string?.utf8.count } == [2, 3])
        #expect(values[2] == .real(0) && values[3] == .real(-0.0))
        if case .real(let zero) = values[3] { #expect(zero.sign == .minus) }
        #expect(values.suffix(2) == [.integer(0), .boolean(false)])
    }
}
