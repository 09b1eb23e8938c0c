import Foundation

/// A sample of a file in one possible encoding.
public struct EncodingSample: Sendable, Hashable, Codable {
    public let encoding: CSVEncoding
    /// Cells in which the encodings differ.
    public let text: String

    private static let cellCount = 4
    private static let windowLength = 4096
    /// The number of bytes shown before the first byte that is not ASCII.
    private static let lead = 200

    /// The samples of all encodings that fit the file.
    ///
    /// - Parameter isWide: whether every second byte is NUL.
    /// - Throws: errors of the file system.
    static func all(of source: ByteSource, isWide: Bool) throws -> [EncodingSample] {
        let bytes = try source.bytes(
            from: isWide ? 0 : firstForeignLine(of: source), count: windowLength)
        return CSVEncoding.allCases.filter { $0.isWide == isWide }.compactMap { encoding in
            // Invalid and unavailable encodings are not offered.
            guard let text = try? encoding.decode(bytes).text else { return nil }
            let decoded = String(decoding: text, as: UTF8.self)
            guard !decoded.unicodeScalars.contains(where: isOdd) else { return nil }
            return EncodingSample(encoding: encoding, text: cells(of: decoded))
        }
    }

    /// The start of the line with the first byte that is not ASCII, or a position shortly before
    /// that byte.
    private static func firstForeignLine(of source: ByteSource) throws -> Int {
        var start = 0
        while case let piece = try source.bytes(from: start, count: 1 << 16), !piece.isEmpty {
            guard let index = piece.firstIndex(where: { $0 >= 0x80 }) else {
                start += piece.count
                continue
            }
            let before = piece[max(index - lead, 0)..<index]
            let line = before.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 }
            return start + (line ?? before.startIndex)
        }
        return start
    }

    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isUnseen && !["\n", "\r", "\t"].contains(scalar)
            || scalar.properties.generalCategory == .privateUse
    }

    /// The first cells that are not ASCII; without any, the first cells.
    private static func cells(of text: String) -> String {
        let cells = text.split { ",;\t\"".contains($0) || $0.isNewline }.filter {
            !$0.allSatisfy(\.isWhitespace)
        }
        let foreign = cells.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
        return (foreign.isEmpty ? cells : foreign).prefix(cellCount).map {
            ImportOutline.sample(String($0))
        }.joined(separator: " · ")
    }
}
