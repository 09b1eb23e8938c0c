public import Foundation
import Imaging

extension ImportFile {
    /// Whether an item that a row makes gets a picture, as far as the row itself says so.
    ///
    /// - Parameter index: the place of the row in the file.
    /// - Throws: errors of the file system.
    public func bringsPicture(at index: Int) throws -> Bool {
        let row = try rows.row(at: index)
        guard row.leftOut == nil else { return false }
        if let text = row.cells[.thumbnail], text.hasPrefix(Self.beginningOfPNG) { return true }
        return smallPicture(of: row) != nil
    }

    /// How a PNG file begins, in base 64.
    private static let beginningOfPNG = "iVBORw0KGgo"

    /// Where the small picture is that was made of a file of a row, of a photo if there is one.
    fileprivate func smallPicture(of row: ImportRow) -> String? {
        guard let folder = keptFilesPath, let cell = row.cells[.files],
            let files = try? ImportedFile.list(cell)
        else { return nil }
        let shown = files.filter { $0.copy != nil && $0.hasThumbnail }
        let file = shown.first(where: \.isPhoto) ?? shown.first
        return file?.copy.map { "\(folder)/\($0)\(ImportedFile.thumbnailEnd)" }
    }
}

extension Household {
    /// A small picture of what a row of a file brings, without what else a picture says of itself; nil where
    /// it brings none.
    ///
    /// - Parameters:
    ///   - index: the place of the row in the file.
    ///   - file: a file that waits, with thumbnails (``makingThumbnails(of:progress:)``).
    /// - Throws: `ImagingError` for what is no picture, and errors of the file system.
    public func picture(ofRowAt index: Int, of file: ImportFile) async throws -> Data? {
        guard (0..<file.rows.count).contains(index) else { return nil }
        let row = try file.rows.row(at: index)
        guard row.leftOut == nil else { return nil }
        guard let text = row.cells[.thumbnail] else {
            return file.smallPicture(of: row).flatMap(FileManager.default.contents(atPath:))
        }
        guard let data = Data(base64Encoded: text) else { return nil }
        // Beside the whole picture it was made here; else it is as it came.
        if row.cells[.picture] != nil { return data }
        return try await withFile(of: data) { try await imageProcessor.thumbnail(ofFileAt: $0).png }
    }
}
