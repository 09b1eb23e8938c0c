import Foundation

/// PNG files, chunk by chunk.
enum PNGFile {
    static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// A file with a valid header and almost no pixels.
    static func bomb(width: Int, height: Int) -> Data {
        let header = bigEndian(width) + bigEndian(height) + Data([8, 2, 0, 0, 0])
        return signature + chunk("IHDR", header)
            + chunk("IDAT", Data([0x78, 0x9C, 0x03, 0, 0, 0, 0, 1])) + chunk("IEND", Data())
    }

    static func chunk(_ type: String, _ content: Data) -> Data {
        let body = Data(type.utf8) + content
        return bigEndian(content.count) + body + bigEndian(Int(checksum(body)))
    }

    /// The types of all chunks, in order.
    static func chunkTypes(_ file: Data) -> [String] {
        let bytes = Array(file)
        var types: [String] = []
        var offset = 8
        while offset + 8 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            types.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
            offset += 12 + length
        }
        return types
    }

    private static func bigEndian(_ number: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    private static func checksum(_ bytes: Data) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
            }
        }
        return ~remainder
    }
}
