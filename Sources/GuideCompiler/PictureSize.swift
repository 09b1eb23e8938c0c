import Foundation

/// The size of a WebP picture in pixels.
struct PictureSize {
    let width: Int
    let height: Int

    /// Reads the beginning of a file (RFC 9649, 2.4 to 2.7; RFC 6386, 9.1); nil if it is not WebP.
    init?(contentsOf path: String) {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: 30), data.count == 30,
            data.starts(with: Data("RIFF".utf8)), data[8..<12] == Data("WEBP".utf8)
        else { return nil }
        func number(_ offset: Int, _ bytes: Int) -> Int {
            (0..<bytes).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
        }
        switch String(decoding: data[12..<16], as: UTF8.self) {
        case "VP8 ":
            width = number(26, 2) & 0x3FFF
            height = number(28, 2) & 0x3FFF
        case "VP8L":
            width = (number(21, 4) & 0x3FFF) + 1
            height = (number(21, 4) >> 14 & 0x3FFF) + 1
        case "VP8X":
            width = number(24, 3) + 1
            height = number(27, 3) + 1
        default: return nil
        }
    }
}
