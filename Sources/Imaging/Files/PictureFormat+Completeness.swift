import Foundation

extension PictureFormat {
    /// Whether the parts of a file need more bytes than there are.
    ///
    /// Only the outer structure is read, which is fast. A decoder may not notice a missing end,
    /// since it stops after the first frame or rows.
    func isCutOff(_ file: inout FileBytes) throws -> Bool {
        switch self {
        case .jpeg: try file.isCutOffJPEG()
        case .png: try file.isCutOffPNG()
        case .gif: try file.isCutOffGIF()
        case .webp: try file.isCutOffWebP()
        case .heif: try file.isCutOffHEIF()
        case .tiff: try file.isCutOffTIFF()
        case .bmp: false
        }
    }

    /// The error for a file that its decoder refused.
    func fault(ofFileAt path: String) -> ImagingError {
        do {
            var file = try FileBytes(path: path)
            return try isCutOff(&file) ? cutOff : damaged
        } catch {
            return error as? ImagingError ?? damaged
        }
    }

    var cutOff: ImagingError {
        .broken(reason: "The \(label) picture is cut off: its end is missing")
    }

    private var damaged: ImagingError {
        .broken(reason: "The \(label) picture is damaged and cannot be opened")
    }
}

extension FileBytes {
    /// Looks for the end mark after the header, since an embedded preview has such a mark too.
    fileprivate mutating func isCutOffJPEG() throws -> Bool {
        var offset = 2
        while let mark = try integer(at: offset, count: 2), mark >= 0xFF00, mark != 0xFFDA {
            guard let length = try integer(at: offset + 2, count: 2) else { return true }
            offset += mark == 0xFFFF ? 1 : 2 + length
        }
        guard offset < size else { return true }
        return try !contains(Data([0xFF, 0xD9]), from: offset)
    }

    private func contains(_ mark: Data, from start: Int) throws -> Bool {
        let step = 1024 * 1024
        for offset in stride(from: start, to: size, by: step) {
            let piece = try bytes(at: offset, count: step + mark.count - 1)
            if piece.range(of: mark) != nil { return true }
        }
        return false
    }

    /// Follows the chunks to the last one of the picture.
    fileprivate mutating func isCutOffPNG() throws -> Bool {
        var offset = 8
        while let length = try integer(at: offset, count: 4), let type = try name(at: offset + 4) {
            offset += 12 + length
            if type == "IEND" || offset > size { return offset > size }
        }
        return true
    }

    fileprivate mutating func isCutOffWebP() throws -> Bool {
        guard let length = try integer(at: 4, count: 4, bigEndian: false) else { return true }
        return length + 8 > size
    }

    /// Follows the boxes that HEIF defines; data that phones append is ignored.
    fileprivate mutating func isCutOffHEIF() throws -> Bool {
        let known: Set = ["ftyp", "meta", "mdat", "moov", "free", "skip"]
        var offset = 0
        while let length = try integer(at: offset, count: 4), let type = try name(at: offset + 4) {
            guard known.contains(type), length != 0 else { return false }
            let whole = length == 1 ? try integer(at: offset + 8, count: 8) : length
            guard let whole, whole >= 8 else { return false }
            guard whole <= size - offset else { return true }
            offset += whole
        }
        return false
    }
}
