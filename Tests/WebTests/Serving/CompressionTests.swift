import CZlib
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct CompressionTests {
    private static let gzip: HTTPFields = [.acceptEncoding: "br, gzip;q=0.8"]

    @Test(
        "Text is compressed if the client accepts it, and decompresses to the same text",
        arguments: ["/items", "/items.json?perPage=50", "/css/site.css", "/js/site.js"])
    func text(uri: String) async throws {
        try await TestSite.inventory { client in
            for number in 0..<20 { try await client.add("Item \(number)") }

            let plain = try await client.get(uri)
            let packed = try await client.get(uri, headers: Self.gzip)
            let again = try await client.get(uri, headers: Self.gzip)

            #expect(plain.headers[.contentEncoding] == nil)
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.headers[.contentLength] == String(packed.body.readableBytes))
            #expect(packed.body.readableBytes < plain.body.readableBytes / 2)
            #expect(try Self.unpacked(packed.body) == plain.body)
            #expect(again.body == packed.body)
            for answer in [plain, packed] {
                #expect(answer.headers[values: .vary].contains("Accept-Encoding"))
            }
        }
    }

    @Test("A client that has the compressed page gets 304")
    func tag() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa")
            let packed = try await client.get("/items", headers: Self.gzip)
            let tag = try #require(packed.headers[.eTag])

            var headers = Self.gzip
            headers[.ifNoneMatch] = tag
            let again = try await client.get("/items", headers: headers)
            try await client.add("Lamp")
            let changed = try await client.get("/items", headers: headers)

            #expect(tag.hasPrefix("W/\""))
            #expect(again.status == .notModified)
            #expect(changed.status == .ok)
            #expect(try String(buffer: Self.unpacked(changed.body)).contains("Lamp"))
        }
    }

    @Test(
        "Pictures, short responses, and responses to clients that refuse it are uncompressed",
        arguments: [
            ("/icons/touch-icon.png", "gzip"), ("/health", "gzip"), ("/items", "gzip;q=0"),
            ("/items", "identity"), ("/items", ""),
        ])
    func plain(uri: String, accepted: String) async throws {
        try await TestSite.inventory { client in
            let response = try await client.get(uri, headers: [.acceptEncoding: accepted])

            #expect(response.status == .ok)
            #expect(response.headers[.contentEncoding] == nil)
        }
    }

    private static func unpacked(_ buffer: ByteBuffer) throws -> ByteBuffer {
        var stream = z_stream()
        try #require(
            inflateInit2_(
                &stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = Array(buffer.readableBytesView)
        var output = [UInt8](repeating: 0, count: 1_000_000)
        let status = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        try #require(status == Z_STREAM_END)
        return ByteBuffer(bytes: output[..<Int(stream.total_out)])
    }
}
