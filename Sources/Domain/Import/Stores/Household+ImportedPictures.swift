import Foundation
import Imaging

extension Household {
    /// The file with thumbnails of its pictures: of a store, a picture that is no small PNG file already
    /// comes whole, and gets a thumbnail. What cannot be opened is left out, and its row says so later.
    /// The photos and documents beside a table come along.
    ///
    /// - Parameter progress: hears how far it is, and may call it off. Default: nil.
    /// - Throws: errors of the file system, and `CancellationError`.
    public func makingThumbnails(
        of file: ImportFile, progress: ImportProgress? = nil
    ) async throws -> ImportFile {
        if file.format != .store, file.columns.contains(.files), file.keptFiles == nil {
            return try await takingFiles(of: file, progress: progress)
        }
        guard file.format == .store, file.columns.contains(.thumbnail) else { return file }
        let columns = file.columns + [.picture]
        var rows = ImportRowsWriter(columns: columns)
        var isChanged = false
        for index in 0..<file.rows.count {
            try progress?.advance(to: index, of: file.rows.count)
            var row = try file.rows.row(at: index)
            if let text = row.cells[.thumbnail] {
                switch try await judge(text) {
                case .asItIs: break
                case .whole(let thumbnail):
                    row.cells[.picture] = text
                    row.cells[.thumbnail] = thumbnail.base64EncodedString()
                    isChanged = true
                case .unopenable:
                    row.cells[.thumbnail] = Self.unopenable
                    isChanged = true
                }
            }
            try rows.append(row)
        }
        guard isChanged else { return file }
        var file = file
        file.columns = columns
        file.rows = try rows.finish()
        return file
    }

    /// PNG files up to this size are thumbnails themselves.
    private static let mostThumbnailBytes = 200_000
    /// What stands in the place of a picture that cannot be opened: it is the base 64 of nothing.
    private static let unopenable = "?"

    /// What a picture of a store is.
    private enum JudgedPicture {
        /// A thumbnail itself.
        case asItIs
        /// A whole picture, with its thumbnail.
        case whole(thumbnail: Data)
        case unopenable
    }

    /// Looks at a picture in base 64.
    private func judge(_ text: String) async throws -> JudgedPicture {
        guard let data = Data(base64Encoded: text),
            let format = try FileKind.of(data).pictureFormat
        else { return .unopenable }
        let isSmall = format == .png && data.count <= Self.mostThumbnailBytes
        return try await withFile(of: data) { path in
            while true {
                do {
                    guard isSmall else {
                        return .whole(
                            thumbnail: try await imageProcessor.thumbnail(ofFileAt: path).png)
                    }
                    // It may be cut off.
                    _ = try await imageProcessor.details(ofFileAt: path)
                    return .asItIs
                } catch ImagingError.busy(let seconds) {
                    try await Task.sleep(for: .seconds(seconds))
                } catch is ImagingError {
                    return .unopenable
                }
            }
        }
    }

    /// Runs a closure on a file with the bytes of a picture, which goes afterwards.
    ///
    /// - Throws: what the closure throws, and errors of the file system.
    func withFile<Value>(
        of picture: Data, _ body: (_ path: String) async throws -> Value
    ) async throws -> Value {
        let path = "\(directory.incoming)/\(UUID().uuidString)"
        defer { unlink(path) }
        try picture.write(to: URL(fileURLWithPath: path))
        return try await body(path)
    }
}
