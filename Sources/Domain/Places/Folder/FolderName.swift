package import Foundation

/// The name of a file or folder: bytes that may not be UTF-8, with a text that identifies them.
///
/// Swift strings are equal regardless of composition, but file names are not: `Zoë.jpg` from two
/// systems may be two files. So in a name that is not composed UTF-8 the bytes beyond ASCII are
/// escaped, as in `Zoe%CC%88.jpg`, and so is a percent sign that looks like an escape.
package struct FolderName: Sendable {
    /// The bytes, without the terminating zero.
    package let bytes: [UInt8]
    /// The text that identifies the name.
    package let id: String
    /// The name for display.
    let title: String

    /// The name with the system's bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let text = String(validating: bytes, as: UTF8.self)
        let composed = text?.precomposedStringWithCanonicalMapping
        let isComposed = composed.map { Array($0.utf8) == bytes } ?? false
        id = Self.escaped(bytes, isComposed: isComposed)
        let shown = (composed ?? id).visibleFileName
        title = shown.isEmpty ? id : shown
    }

    /// The name with an identifying text.
    package init(id: String) { self.init(Self.bytes(of: id)) }

    /// The bytes of an identifying name or path.
    static func bytes(of id: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(id.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == percent, let escaped = number(rest.prefix(2)) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static let percent = UInt8(ascii: "%")

    private static func escaped(_ bytes: [UInt8], isComposed: Bool) -> String {
        guard !isComposed || bytes.contains(percent) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var id: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == percent && number(bytes[(index + 1)...].prefix(2)) != nil
            if isEscape || (!isComposed && byte >= 0x80) {
                let digits = String(byte, radix: 16, uppercase: true)
                id += Array("%\(digits)".utf8)
            } else {
                id.append(byte)
            }
        }
        return String(decoding: id, as: UTF8.self)
    }

    /// The number of two hexadecimal digits; nil for another text.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        let isNumber = digits.count == 2 && text.allSatisfy(\.isHexDigit)
        return isNumber ? UInt8(text, radix: 16) : nil
    }
}

extension dirent {
    /// The bytes of the name, without the terminating zero.
    package var nameBytes: [UInt8] {
        withUnsafeBytes(of: d_name) { Array($0.prefix { $0 != 0 }) }
    }
}

extension [UInt8] {
    /// The bytes as a zero-terminated C string.
    package var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
