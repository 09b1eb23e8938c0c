package import Foundation

/// The name of a file or a folder: bytes, which need be no text, known by a text that no other name has.
///
/// Texts are equal whose characters are composed or not, and names are not: `Zoë.jpg` from one system and from
/// another are two files. So of a name that is no composed UTF-8 the bytes beyond ASCII are escaped, as in
/// `Zoe%CC%88.jpg`, and so is a percent sign that looks like the beginning of such an escape.
package struct FolderName: Sendable {
    /// The bytes, without the end mark.
    package let bytes: [UInt8]
    /// The text that the name is known by.
    package let id: String
    /// The name as it is shown.
    let title: String

    /// A name as the system has it.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let text = String(validating: bytes, as: UTF8.self)
        let composed = text?.precomposedStringWithCanonicalMapping
        let isComposed = composed.map { Array($0.utf8) == bytes } ?? false
        id = Self.escaped(bytes, isComposed: isComposed)
        let shown = (composed ?? id).visibleFileName
        title = shown.isEmpty ? id : shown
    }

    /// A name by the text that it is known by.
    package init(id: String) { self.init(Self.bytes(of: id)) }

    /// The bytes of the name or the path that is known by a text.
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

    /// The number that two hexadecimal digits stand for; nil for anything else.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        let isNumber = digits.count == 2 && text.allSatisfy(\.isHexDigit)
        return isNumber ? UInt8(text, radix: 16) : nil
    }
}

extension dirent {
    /// The bytes of the name, without the end mark.
    package var nameBytes: [UInt8] {
        withUnsafeBytes(of: d_name) { Array($0.prefix { $0 != 0 }) }
    }
}

extension [UInt8] {
    /// The bytes with an end mark, as C takes a text.
    package var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
