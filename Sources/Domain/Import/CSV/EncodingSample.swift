import Foundation

/// How a file reads in one of the encodings that it can be in.
public struct EncodingSample: Sendable, Hashable {
    public let encoding: CSVEncoding
    /// Some cells in which the encodings differ.
    public let text: String

    private static let cellCount = 4
    private static let windowLength = 4096
    /// How much is shown before the first byte that is no ASCII.
    private static let lead = 200

    /// A sample for each encoding in which the file makes sense.
    ///
    /// - Parameter isWide: whether each other byte is NUL.
    /// - Throws: errors of the file system.
    static func all(of source: ByteSource, isWide: Bool) throws -> [EncodingSample] {
        let bytes = try source.bytes(
            from: isWide ? 0 : firstForeignLine(of: source), count: windowLength)
        return CSVEncoding.allCases.filter { $0.isWide == isWide }.compactMap { encoding in
            // What is malformed in it, and what the system does not know, is not offered.
            guard let text = try? encoding.decode(bytes).text else { return nil }
            let decoded = String(decoding: text, as: UTF8.self)
            guard !decoded.unicodeScalars.contains(where: isOdd) else { return nil }
            return EncodingSample(encoding: encoding, text: cells(of: decoded))
        }
    }

    /// Where the line begins that has the first byte which is no ASCII, or shortly before that.
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

    /// The first cells that are no ASCII; of a text without them those that come first.
    private static func cells(of text: String) -> String {
        let cells = text.split { ",;\t\"".contains($0) || $0.isNewline }
            .filter { !$0.allSatisfy(\.isWhitespace) }
        let foreign = cells.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
        return (foreign.isEmpty ? cells : foreign).prefix(cellCount)
            .map { ImportOutline.sample(String($0)) }.joined(separator: " · ")
    }
}
