import Foundation

extension FileBytes {
    /// Whether a PDF document lacks its end, which says where the table of its objects is (ISO 32000-1, 7.5.5).
    ///
    /// What programs append behind the end is left alone. A document that was made for slow lines has such an
    /// end behind its first page too, and says at its beginning how long it is (Annex F).
    func isCutOffPDF() throws -> Bool {
        if let length = try statedPDFLength(), length > size { return true }
        let start = max(0, size - Self.pdfEndSize)
        let end = try bytes(at: start, count: Self.pdfEndSize)
        guard let mark = end.range(of: Data("startxref".utf8), options: .backwards) else {
            return true
        }
        let digits = end[mark.upperBound...].drop(while: Self.isSpace).prefix(while: Self.isDigit)
        guard let offset = Self.number(digits), (1..<size).contains(offset) else { return true }
        let isEnded = end[digits.endIndex...].drop(while: Self.isSpace).starts(
            with: Data("%%EOF".utf8))
        return try !isEnded && !isPDFTable(at: offset)
    }

    /// The bytes at the end that are looked through.
    private static let pdfEndSize = 8_192
    /// The bytes at the beginning that may say how long a document is.
    private static let pdfStartSize = 1_024

    private func statedPDFLength() throws -> Int? {
        let start = try bytes(at: 0, count: Self.pdfStartSize)
        guard let mark = start.range(of: Data("/Linearized".utf8)),
            let key = start[mark.upperBound...].range(of: Data("/L ".utf8))
        else { return nil }
        return Self.number(start[key.upperBound...].prefix(while: Self.isDigit))
    }

    /// Whether a table of objects begins at a place: as a table, or as an object with its number.
    private func isPDFTable(at offset: Int) throws -> Bool {
        let text = String(data: try bytes(at: offset, count: 64), encoding: .isoLatin1) ?? ""
        return text.prefixMatch(of: /\s*(?:xref|\d+\s+\d+\s+obj)/) != nil
    }

    private static func number(_ digits: Data) -> Int? {
        Int(String(decoding: digits, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }
}
