import Foundation

/// A format for texts as bytes between separators, which are control characters that no text
/// contains.
enum PackedTexts {
    private static let separator: UInt8 = 0x1F
    /// The byte after each row in a file.
    static let rowEnd: UInt8 = 0x1E
    /// The mark for nil, which differs from an empty text.
    private static let absent: UInt8 = 0x1D

    /// The bytes of texts, with each separator inside a text replaced by a space.
    static func bytes(of texts: [String?]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(separator) }
            guard let text else {
                bytes.append(absent)
                continue
            }
            bytes.append(
                contentsOf: text.utf8.lazy.map { (absent...separator).contains($0) ? 0x20 : $0 })
        }
        return bytes
    }

    static func texts(of bytes: [UInt8]) -> [String?] {
        bytes.split(separator: separator, omittingEmptySubsequences: false).map {
            $0.elementsEqual([absent]) ? nil : String(decoding: $0, as: UTF8.self)
        }
    }
}

extension ImportRow {
    /// The number of values before the cells: the line, the reason why the row is ignored, and its
    /// faults.
    private static let headCount = 3

    /// - Throws: errors of the encoder.
    func packed(_ columns: [ImportColumn]) throws -> [UInt8] {
        let faults = try faults.isEmpty ? Data() : JSONEncoder().encode(faults)
        let head = ["\(line)", leftOut ?? "", String(decoding: faults, as: UTF8.self)]
        return PackedTexts.bytes(of: head + columns.map { cells[$0] })
    }

    /// - Throws: `SpilledBytes.CutOff` for invalid bytes.
    init(packed: [UInt8], _ columns: [ImportColumn]) throws {
        let texts = PackedTexts.texts(of: packed)
        guard texts.count == Self.headCount + columns.count,
            let line = texts[0].flatMap({ Int($0) })
        else { throw SpilledBytes.CutOff() }
        var cells: [ImportColumn: String] = [:]
        cells.reserveCapacity(columns.count)
        for (column, text) in zip(columns, texts[Self.headCount...]) { cells[column] = text }
        var faults: [RowFault] = []
        if let text = texts[2], !text.isEmpty {
            guard let found = try? JSONDecoder().decode([RowFault].self, from: Data(text.utf8))
            else { throw SpilledBytes.CutOff() }
            faults = found
        }
        let leftOut = texts[1].flatMap { $0.isEmpty ? nil : $0 }
        self.init(line: line, cells: cells, leftOut: leftOut, faults: faults)
    }
}

extension RowOutcome {
    private enum Mark: String { case new, unchanged, changes, refused }

    var packed: [UInt8] {
        let (mark, parts): (Mark, [String?]) =
            switch verdict {
            case .new: (.new, [])
            case .unchanged: (.unchanged, [])
            case .changes(let changes):
                (.changes, changes.flatMap { [$0.column, $0.former, $0.new] })
            case .refused(let faults): (.refused, faults.flatMap { [$0.column, $0.message] })
            }
        return PackedTexts.bytes(
            of: ["\(line)", label, mark.rawValue, "\(notes.count)"] + notes + parts)
    }

    /// - Throws: `SpilledBytes.CutOff` for invalid bytes.
    init(packed: [UInt8]) throws(SpilledBytes.CutOff) {
        let texts = PackedTexts.texts(of: packed)
        guard texts.count > 3, let line = texts[0].flatMap({ Int($0) }),
            let mark = texts[2].flatMap(Mark.init), let count = texts[3].flatMap({ Int($0) }),
            count >= 0, count <= texts.count - 4
        else { throw SpilledBytes.CutOff() }
        let parts = Array(texts[(4 + count)...])
        self.line = line
        label = texts[1] ?? ""
        notes = texts[4..<4 + count].compactMap(\.self)
        switch mark {
        case .new: verdict = .new
        case .unchanged: verdict = .unchanged
        case .changes:
            verdict = .changes(
                stride(from: 0, to: parts.count - 2, by: 3).map {
                    FieldChange(
                        column: parts[$0] ?? "", former: parts[$0 + 1] ?? "",
                        new: parts[$0 + 2] ?? "")
                })
        case .refused:
            verdict = .refused(
                stride(from: 0, to: parts.count - 1, by: 2).map {
                    RowFault(columnNamed: parts[$0], parts[$0 + 1] ?? "")
                })
        }
    }
}
