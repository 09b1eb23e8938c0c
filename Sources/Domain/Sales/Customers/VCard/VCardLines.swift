import Foundation

/// The unfolded lines of a vCard file.
///
/// They are joined as bytes, because a program may fold a line inside a character.
struct VCardLines: Sequence {
    struct Line {
        /// The number of its first line in the file, from 1.
        let number: Int
        fileprivate(set) var bytes: [UInt8]
    }

    private var lines: [Line] = []

    /// - Throws: ``VCardFault`` for malformed UTF-16.
    init(_ data: Data) throws(VCardFault) {
        var bytes = [UInt8](data)
        if let (encoding, length) = CSVEncoding.marked(bytes) {
            bytes.removeFirst(length)
            if encoding != .utf8 { bytes = try Self.decoded(bytes, from: encoding) }
        }
        var number = 1
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(where: Self.lineEnds.contains)
            add(bytes[start..<(end ?? bytes.endIndex)], number: number)
            guard let end else { break }
            start = end + (bytes[end...].starts(with: Self.windowsLineEnd) ? 2 : 1)
            number += 1
        }
    }

    private static func decoded(
        _ bytes: [UInt8], from encoding: CSVEncoding
    ) throws(VCardFault) -> [UInt8] {
        guard let (text, length) = try? encoding.decode(bytes),
            length == bytes.count
        else { throw .notText }
        return text
    }

    func makeIterator() -> IndexingIterator<[Line]> { lines.makeIterator() }

    private mutating func add(_ raw: ArraySlice<UInt8>, number: Int) {
        guard let last = lines.indices.last else {
            if !raw.isEmpty { lines.append(Line(number: number, bytes: Array(raw))) }
            return
        }
        if lines[last].hasSoftBreak, !Self.isEnd(raw) {
            lines[last].bytes.removeLast()
            lines[last].bytes += Self.withoutIndentation(raw)
        } else if let first = raw.first, Self.blanks.contains(first) {
            lines[last].bytes += raw.dropFirst()
        } else if !raw.isEmpty {
            lines.append(Line(number: number, bytes: Array(raw)))
        }
    }

    /// The continuation after a soft line break. Programs that also fold lines indent it; a single
    /// blank before a plain character belongs to the text.
    private static func withoutIndentation(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = raw.drop(while: blanks.contains)
        let blanks = raw.prefix(raw.count - text.count)
        return blanks == [UInt8(ascii: " ")] && text.first != UInt8(ascii: "=") ? raw : text
    }

    private static func isEnd(_ raw: ArraySlice<UInt8>) -> Bool {
        String(decoding: raw, as: UTF8.self).trimmingCharacters(in: .whitespaces).uppercased()
            == "END:VCARD"
    }

    private static let lineEnds: Set<UInt8> = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    private static let windowsLineEnd = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    private static let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
}

extension VCardLines.Line {
    /// Whether the value continues on the next line, as quoted-printable with a soft line break.
    fileprivate var hasSoftBreak: Bool {
        guard bytes.last == UInt8(ascii: "="), let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return String(decoding: bytes[..<colon], as: UTF8.self).uppercased()
            .contains("QUOTED-PRINTABLE")
    }
}
