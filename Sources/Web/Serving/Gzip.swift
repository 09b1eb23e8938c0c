import CZlib
import NIOCore

/// Gzip compression of whole texts (RFC 1952).
enum Gzip {
    /// The compressed bytes; nil if there is not enough memory.
    static func compressed(_ buffer: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        // The largest window, plus 16 for gzip's header and trailer.
        let windowBits = MAX_WBITS + 16
        let isReady = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard isReady == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(buffer.readableBytes)))
        var output = ByteBuffer()
        var status = Z_OK
        buffer.withUnsafeReadableBytes { input in
            _ = output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { space in
                // zlib only reads through this pointer.
                stream.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = space.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(space.count)
                status = deflate(&stream, Z_FINISH)
                return space.count - Int(stream.avail_out)
            }
        }
        return status == Z_STREAM_END ? output : nil
    }
}
