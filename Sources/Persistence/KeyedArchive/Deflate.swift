import CZlib
import Foundation

/// Raw DEFLATE data, without the header of zlib or gzip.
enum Deflate {
    /// What went wrong with compressed data.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let windowBits: Int32 = -15
    private static let chunkSize = 1 << 16

    /// Compresses data.
    static func compress(_ data: Data) throws -> Data {
        var stream = z_stream()
        let code = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw Failure(description: "zlib cannot begin: \(code)") }
        defer { deflateEnd(&stream) }
        return try run(&stream, over: data, limit: .max) { deflate($0, Z_FINISH) }
    }

    /// Decompresses data.
    ///
    /// - Parameter limit: the greatest number of bytes that come out; more is an error.
    static func decompress(_ data: Data, limit: Int) throws -> Data {
        var stream = z_stream()
        let code = inflateInit2_(
            &stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw Failure(description: "zlib cannot begin: \(code)") }
        defer { inflateEnd(&stream) }
        return try run(&stream, over: data, limit: limit) { inflate($0, Z_NO_FLUSH) }
    }

    private static func run(
        _ stream: inout z_stream, over data: Data, limit: Int,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) throws -> Data {
        var input = Array(data)
        var output = Data()
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            var code = Z_OK
            while code != Z_STREAM_END {
                code = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    return step(&stream)
                }
                let count = chunkSize - Int(stream.avail_out)
                output += chunk[..<count]
                guard code == Z_OK || code == Z_STREAM_END, count > 0 || code == Z_STREAM_END else {
                    throw Failure(description: "the compressed data is damaged")
                }
                guard output.count <= limit else {
                    throw Failure(description: "the compressed data holds more than \(limit) bytes")
                }
            }
        }
        return output
    }
}
