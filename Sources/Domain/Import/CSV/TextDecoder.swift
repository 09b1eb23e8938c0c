import Foundation

/// Turns bytes of an encoding into UTF-8, by the C library's `iconv`.
enum TextDecoder {
    /// Bytes that are no character of the encoding.
    struct Malformed: Error {
        /// How many bytes before them are in order.
        let offset: Int
    }

    /// Decodes whole characters.
    ///
    /// - Returns: the text, and how many bytes it is of: those of a character that goes on behind them are left.
    /// - Throws: ``Malformed``, and ``CSVFault`` where the system does not know the encoding.
    static func decode(
        _ bytes: [UInt8], from encoding: CSVEncoding
    ) throws -> (text: [UInt8], length: Int) {
        // One for each piece: those that compose characters remember the last one.
        let converter = iconv_open("UTF-8", encoding.iconvName)
        guard let converter, converter != iconv_t(bitPattern: -1) else {
            throw CSVFault.unavailable(encoding)
        }
        defer { iconv_close(converter) }
        var bytes = bytes
        let count = bytes.count
        // No character becomes longer than four times as long, and one may be remembered.
        let capacity = 4 * count + 16
        var (rest, reason) = (count, CInt(0))
        let text = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, length in
            bytes.withUnsafeMutableBytes { source in
                var input = source.baseAddress?.assumingMemoryBound(to: CChar.self)
                var output = UnsafeMutableRawPointer(buffer.baseAddress)?
                    .assumingMemoryBound(to: CChar.self)
                var room = capacity
                if iconv(converter, &input, &rest, &output, &room) == -1 {
                    reason = errno
                }
                if reason == 0 || reason == EINVAL { iconv(converter, nil, nil, &output, &room) }
                length = capacity - room
            }
        }
        guard reason == 0 || reason == EINVAL else { throw Malformed(offset: count - rest) }
        return (text, count - rest)
    }
}
