import Foundation

/// Makes tar files by hand, with any content in their headers.
struct TarBuilder {
    /// The types of entries, by their letters in a header.
    enum Kind: UInt8 {
        case file = 0x30
        case hardLink = 0x31
        case symbolicLink = 0x32
        case characterDevice = 0x33
        case blockDevice = 0x34
        case folder = 0x35
        case pipe = 0x36
    }

    private(set) var bytes = Data()

    /// Adds an entry.
    ///
    /// - Parameter size: the size in the header; nil for the real one.
    mutating func add(
        _ path: String, _ content: Data = Data(), kind: Kind = .file, target: String = "",
        size: Int? = nil
    ) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int, digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: digits - text.count) + text
        }
        put(path, at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(size ?? content.count, digits: 11), at: 124)
        put("00000000000", at: 136)
        put("        ", at: 148)
        header[156] = kind.rawValue
        put(target, at: 157)
        put("ustar  ", at: 257)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(octal(sum, digits: 6) + "\0 ", at: 148)
        bytes += header
        bytes += content
        bytes += Data(count: (512 - content.count % 512) % 512)
    }

    /// The archive with its end marker.
    var archive: Data { bytes + Data(count: 1_024) }
}
