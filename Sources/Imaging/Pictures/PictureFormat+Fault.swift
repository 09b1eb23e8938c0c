import Foundation

extension PictureFormat {
    /// What is wrong with a file that its decoder refused: cut off, or damaged.
    func fault(ofFileAt path: String) -> String {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            return "The \(label) picture cannot be read"
        }
        return isCutOff(bytes)
            ? "The \(label) picture is cut off: its end is missing"
            : "The \(label) picture is damaged and cannot be opened"
    }

    /// Whether the file lacks what a complete one of the format ends with.
    func isCutOff(_ bytes: Data) -> Bool {
        switch self {
        case .jpeg: bytes.range(of: Data([0xFF, 0xD9]), options: .backwards) == nil
        case .png: bytes.range(of: Data("IEND".utf8), options: .backwards) == nil
        case .gif: !bytes.reversed().drop { $0 == 0 }.starts(with: [0x3B])
        case .webp:
            bytes.integer(at: 4, count: 4, bigEndian: false).map { $0 + 8 > bytes.count } ?? true
        case .heif: boxesReach(beyond: bytes)
        case .tiff, .bmp: false
        }
    }

    /// Whether the top-level boxes of a HEIF file claim more bytes than there are.
    private func boxesReach(beyond bytes: Data) -> Bool {
        var offset = 0
        while offset < bytes.count {
            guard let size = bytes.integer(at: offset, count: 4, bigEndian: true) else {
                return true
            }
            switch size {
            case 0: return false
            case 1:
                guard let large = bytes.integer(at: offset + 8, count: 8, bigEndian: true),
                    large >= 16
                else { return true }
                offset = offset.addingReportingOverflow(large).partialValue
            case 2..<8: return false
            default: offset += size
            }
            if offset < 0 { return true }
        }
        return offset > bytes.count
    }
}

extension Data {
    /// An unsigned number at an offset from the start; nil where it would leave the data.
    fileprivate func integer(at offset: Int, count: Int, bigEndian: Bool) -> Int? {
        guard offset >= 0, offset + count <= self.count else { return nil }
        let bytes = dropFirst(offset).prefix(count)
        let ordered = bigEndian ? Array(bytes) : Array(bytes.reversed())
        let value = ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
