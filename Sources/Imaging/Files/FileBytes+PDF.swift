import Foundation

extension FileBytes {
    /// Whether a PDF document lacks its end, which locates the table of its objects (ISO 32000-1,
    /// 7.5.5).
    ///
    /// Bytes that programs add after the end or before the beginning are ignored. A linearized
    /// document also has such an end after its first page, and gives its length at the beginning
    /// (Annex F).
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
        // Offsets count from the document's header, or from the beginning of the file.
        let shift = head.firstRange(of: Data("%PDF-".utf8))?.lowerBound ?? 0
        let limit = size - end.count + (mark.lowerBound - end.startIndex)
        return try !Set([offset, offset + shift]).contains {
            try $0 < limit && isPDFTable(at: $0)
        }
    }

    /// The number of bytes searched at the end.
    private static let pdfEndSize = 8_192
    /// The number of bytes at the beginning that may give the document's length.
    private static let pdfStartSize = 1_024
    /// The maximum length of the dictionary of a cross-reference stream, which may list the start
    /// of each part.
    private static let pdfDictionarySize = 65_536

    private static func statedLength(_ start: Data) -> Int? {
        guard let mark = start.range(of: Data("/Linearized".utf8)),
            let key = start[mark.upperBound...].range(of: Data("/L ".utf8))
        else { return nil }
        return number(start[key.upperBound...].prefix(while: isDigit))
    }

    /// Whether a cross-reference table begins at an offset: as a table or as a stream (7.5.8).
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
