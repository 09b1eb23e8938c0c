import Foundation
import Imaging

extension Household {
    /// The file with thumbnails of its pictures. A store may have small PNG files already; other
    /// pictures are whole and get a thumbnail. An unusable one is left out with a note in its row.
    /// The photos and documents next to a table are kept.
    ///
    /// - Parameter progress: is updated, and can cancel the import. Default: nil.
    /// - Throws: errors of the file system, and `CancellationError`.
    public func makingThumbnails(
        of file: ImportFile, progress: ImportProgress? = nil
    ) async throws -> ImportFile {
        if file.format != .store, file.columns.contains(.files), file.keptFiles == nil {
            return try await copyingFiles(of: file, progress: progress)
        }
        guard file.format == .store, file.columns.contains(.thumbnail) else { return file }
        var isChanged = false
        let changed = try await file.changingRows(adding: [.picture], progress) { row in
            guard let text = row.cells[.thumbnail] else { return }
            switch try await judge(text) {
            case .asItIs: return
            case .whole(let thumbnail):
                row.cells[.picture] = text
                row.cells[.thumbnail] = thumbnail.base64EncodedString()
            case .unopenable: row.cells[.thumbnail] = Self.unopenable
            }
            isChanged = true
        }
        return isChanged ? changed : file
    }

    /// The size up to which PNG files are thumbnails themselves.
    private static let mostThumbnailBytes = 200_000
    /// The placeholder for an unusable picture: the base 64 of an empty text.
    private static let unopenable = "?"

    /// The kind of a picture in a store.
    private enum JudgedPicture {
        /// The picture is small enough to be its own thumbnail.
        case asItIs
        /// The picture is whole and needs this thumbnail.
        case whole(thumbnail: Data)
        case unopenable
    }

    /// Examines a picture in base 64.
    private func judge(_ text: String) async throws -> JudgedPicture {
        guard let data = Data(base64Encoded: text), let format = try FileKind.of(data).pictureFormat
        else { return .unopenable }
        let isSmall = format == .png && data.count <= Self.mostThumbnailBytes
        return try await withFile(of: data) { path in
            while true {
                do {
                    guard isSmall else {
                        return .whole(
                            thumbnail: try await imageProcessor.thumbnail(ofFileAt: path).png)
                    }
                    // Decodes the file, because it may be truncated.
                    _ = try await imageProcessor.details(ofFileAt: path)
                    return .asItIs
                } catch ImagingError.busy(let seconds) {
                    try await Task.sleep(for: .seconds(seconds))
                } catch is ImagingError { return .unopenable }
            }
        }
    }

    /// - Throws: errors of the closure and of the file system.
    func withFile<Value>(
        of picture: Data, _ body: (_ path: String) async throws -> Value
    ) async throws -> Value {
        let path = "\(directory.incoming)/\(UUID().uuidString)"
        defer { unlink(path) }
        try picture.write(to: URL(fileURLWithPath: path))
        return try await body(path)
    }
}
