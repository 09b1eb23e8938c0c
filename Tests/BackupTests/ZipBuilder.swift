import Foundation

/// Makes uncompressed zip files by hand, with any content in their headers.
struct ZipBuilder {
    private var files = Data()
    private var directory = Data()
    private var count: UInt16 = 0

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - mode: the Unix mode. Default: a file.
    ///   - size: the size in the central directory; nil for the real one.
    mutating func add(
        _ path: String, _ content: Data = Data(), mode: UInt32 = 0o100644, size: Int? = nil
    ) {
        let name = Data(path.utf8)
        let stated = UInt32(size ?? content.count)
        var common = Data()
        common.append(number: UInt16(20))
        // Names are UTF-8.
        common.append(number: UInt16(0x0800))
        common.append(number: UInt16(0))
        common.append(number: UInt32(0x5AA0_0000))
        common.append(number: Self.checksum(content))
        common.append(number: stated)
        common.append(number: stated)
        common.append(number: UInt16(name.count))
        common.append(number: UInt16(0))
        let offset = UInt32(files.count)
        files += Data([0x50, 0x4B, 3, 4]) + common + name + content
        directory += Data([0x50, 0x4B, 1, 2])
        // Made on a Unix system.
        directory.append(number: UInt16(0x0314))
        directory += common
        for _ in 0..<3 { directory.append(number: UInt16(0)) }
        directory.append(number: mode << 16)
        directory.append(number: offset)
        directory += name
        count += 1
    }

    /// The whole file.
    var bytes: Data {
        var end = Data([0x50, 0x4B, 5, 6, 0, 0, 0, 0])
        end.append(number: count)
        end.append(number: count)
        end.append(number: UInt32(directory.count))
        end.append(number: UInt32(files.count))
        end.append(number: UInt16(0))
        return files + directory + end
    }

    private static func checksum(_ data: Data) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}

extension Data {
    /// Adds a number, the lowest byte first.
    fileprivate mutating func append(number: some FixedWidthInteger) {
        for index in 0..<number.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }
}
