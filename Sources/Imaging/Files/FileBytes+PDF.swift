import Foundation

extension FileBytes {
    /// Whether a PDF document lacks its end, which says where the table of its objects is (ISO 32000-1, 7.5.5).
    ///
    /// What programs append behind the end is left alone, and so is what they write before the beginning. A document
    /// that was made for slow lines has such an end behind its first page too, and says at its beginning how long it
    /// is (Annex F).
    func isCutOffPDF() throws -> Bool {
        let head = try bytes(at: 0, count: Self.pdfStartSize)
        if let length = Self.statedLength(head), length > size { return true }
        let start = max(0, size - Self.pdfEndSize)
        let end = try bytes(at: start, count: Self.pdfEndSize)
        guard let mark = end.range(of: Data("startxref".utf8), options: .backwards) else {
            return true
        }
        let digits = end[mark.upperBound...].drop(while: Self.isSpace).prefix(while: Self.isDigit)
        guard let offset = Self.number(digits), (1..<size).contains(offset),
            end[digits.endIndex...].drop(while: Self.isSpace).starts(with: Data("%%EOF".utf8))
        else { return true }
        // Places count from the head of the document, or from the beginning of the file.
        let shift = head.firstRange(of: Data("%PDF-".utf8))?.lowerBound ?? 0
        let limit = size - end.count + (mark.lowerBound - end.startIndex)
        return try !Set([offset, offset + shift]).contains {
            try $0 < limit && isPDFTable(at: $0)
        }
    }

    /// The bytes at the end that are looked through.
    private static let pdfEndSize = 8_192
    /// The bytes at the beginning that may say how long a document is.
    private static let pdfStartSize = 1_024
    /// How long the dictionary of a table may be that is a stream: it may name where each part begins.
    private static let pdfDictionarySize = 65_536

    private static func statedLength(_ start: Data) -> Int? {
        guard let mark = start.range(of: Data("/Linearized".utf8)),
            let key = start[mark.upperBound...].range(of: Data("/L ".utf8))
        else { return nil }
        return number(start[key.upperBound...].prefix(while: isDigit))
    }

    /// Whether a table of objects begins at a place: as a table, or as a stream that says that it is one (7.5.8).
    private func isPDFTable(at offset: Int) throws -> Bool {
        let bytes = try bytes(at: offset, count: Self.pdfDictionarySize)
        let text = String(data: bytes, encoding: .isoLatin1) ?? ""
        if text.prefixMatch(of: /\s*xref\s/) != nil { return true }
        guard let object = text.prefixMatch(of: /\s*\d+\s+\d+\s+obj\b/) else { return false }
        let dictionary = text[object.range.upperBound...]
        let stream = dictionary.firstRange(of: "stream")?.lowerBound ?? dictionary.endIndex
        return dictionary[..<stream].contains(/\/Type\s*\/XRef\b/)
    }

    private static func number(_ digits: Data) -> Int? {
        Int(String(decoding: digits, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }
}
