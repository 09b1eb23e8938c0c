import Foundation
import Imaging

extension Household {
    /// The file with thumbnails of its pictures: of a store, a picture that is no small PNG file already
    /// comes whole, and gets a thumbnail. What cannot be opened stays as it is, and its row says so later.
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
        var hasPictures = false
        for index in 0..<file.rows.count {
            try progress?.advance(to: index, of: file.rows.count)
            var row = try file.rows.row(at: index)
            if let text = row.cells[.thumbnail], let thumbnail = try await thumbnail(of: text) {
                row.cells[.picture] = text
                row.cells[.thumbnail] = thumbnail.base64EncodedString()
                hasPictures = true
            }
            try rows.append(row)
        }
        guard hasPictures else { return file }
        var file = file
        file.columns = columns
        file.rows = try rows.finish()
        return file
    }

    /// PNG files up to this size are thumbnails themselves.
    private static let mostThumbnailBytes = 200_000

    /// The thumbnail of a picture in base 64; nil where it needs none, and where it is no picture.
    private func thumbnail(of text: String) async throws -> Data? {
        guard let data = Data(base64Encoded: text),
            let format = try FileKind.of(data).pictureFormat,
            format != .png || data.count > Self.mostThumbnailBytes
        else { return nil }
        let path = "\(directory.incoming)/\(UUID().uuidString)"
        defer { unlink(path) }
        try data.write(to: URL(fileURLWithPath: path))
        do {
            return try await imageProcessor.thumbnail(ofFileAt: path).png
        } catch is ImagingError {
            return nil
        }
    }
}
