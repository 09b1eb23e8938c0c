public import Foundation
import Imaging

extension Household {
    /// Copies the photos and documents of an import into the data directory. Files that are missing, or
    /// neither pictures nor PDF documents, are left out; their rows say so later.
    ///
    /// - Parameter progress: receives the progress, and can cancel the import.
    /// - Returns: the import with the copies.
    /// - Throws: errors of the file system, and `CancellationError`.
    func copyingFiles(of file: ImportFile, progress: ImportProgress?) async throws -> ImportFile {
        var taking = try FileCopying(imports.makeFolder(), file.folder)
        var file = try await file.changingRows(progress) { row in
            guard let cell = row.cells[.files], !cell.isEmpty else { return }
            var files: [ImportedFile] = []
            for entry in EvidenceEntry.list(cell) {
                files.append(try await taking.take(entry, imageProcessor))
            }
            row.cells[.files] = try ImportedFile.text(files)
        }
        file.keptFiles = taking.folder.name
        file.keptFilesPath = taking.folder.path
        file.folder = nil
        return file
    }
}

/// Copies files into the folder of an import.
private struct FileCopying {
    let folder: (name: String, path: String)
    /// The folder of the originals; nil for a table without files.
    private let source: ImportFolder?
    private var count = 0
    /// The copied files, since several items may share a receipt.
    private var known: [EvidenceEntry: ImportedFile] = [:]

    init(_ folder: (name: String, path: String), _ source: ImportFolder?) {
        self.folder = folder
        self.source = source
    }

    mutating func take(
        _ entry: EvidenceEntry, _ processor: ImageProcessor
    ) async throws -> ImportedFile {
        if let file = known[entry] { return file }
        let file = try await taken(entry, processor)
        known[entry] = file
        return file
    }

    private mutating func taken(
        _ entry: EvidenceEntry, _ processor: ImageProcessor
    ) async throws -> ImportedFile {
        func leavingOut(_ reason: String) -> ImportedFile {
            let name = entry.title.isEmpty ? entry.path : entry.title
            return ImportedFile(name: String(name.suffix(100)), reason: reason)
        }
        guard let source, let original = source.file(entry.path) else {
            return leavingOut(
                source == nil
                    ? "import files in one zip file with the table, or with “homeowner import” from their folder"
                    : "there is no such file next to the table")
        }
        let judged: DocumentFile
        do {
            judged = try await processor.document(ofFileAt: original)
        } catch let error as ImagingError {
            if case .unsupported(let kind) = error {
                return leavingOut("it is \(kind.phrase), which is not kept")
            }
            return leavingOut("\(error)")
        }
        count += 1
        var file = ImportedFile(copy: "\(count)", name: entry.title)
        let copy = "\(folder.path)/\(count)"
        try FileManager.default.copyItem(atPath: original, toPath: copy)
        if let thumbnail = judged.thumbnail {
            file.hasThumbnail = true
            try thumbnail.write(to: URL(fileURLWithPath: copy + ImportedFile.thumbnailSuffix))
        }
        file.mediaType = judged.kind.mimeType
        file.kind = Self.kind(of: judged, entry)?.rawValue
        file.byteCount = try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int ?? 0
        file.sha256 = try FileChecksum(ofFileAt: copy).description
        if file.isPhoto {
            file.captureDate = try await processor.details(ofFileAt: copy).takenAt?.stored
        } else if file.name.isEmpty {
            file.name = entry.fileName
        }
        return file
    }

    /// The kind of a document; nil for a photo.
    private static func kind(of file: DocumentFile, _ entry: EvidenceEntry) -> DocumentKind? {
        switch entry.kind {
        case .document(let kind): kind
        case .photo, nil: file.kind.isPicture ? nil : DocumentKind(fileName: entry.fileName)
        }
    }
}

extension ImportFile {
    /// The file with changed rows.
    func changingRows(
        adding columns: [ImportColumn] = [], _ progress: ImportProgress?,
        _ change: (inout ImportRow) async throws -> Void
    ) async throws -> ImportFile {
        var file = self
        var changed = try ImportRowsWriter(kind, columns: self.columns + columns)
        for index in 0..<rows.count {
            try progress?.advance(to: index, of: rows.count)
            var row = try rows.row(at: index)
            try await change(&row)
            try changed.append(row)
        }
        file.rows = try changed.finish()
        file.rows.notations = rows.notations
        return file
    }

    /// Whether a row has a picture for its item.
    ///
    /// - Parameter index: the index of the row.
    /// - Throws: errors of the file system.
    public func bringsPicture(at index: Int) throws -> Bool {
        let row = try rows.row(at: index)
        guard row.leftOut == nil else { return false }
        if let text = row.cells[.thumbnail], text.hasPrefix(Self.beginningOfPNG) { return true }
        return thumbnailPath(of: row) != nil
    }

    /// The beginning of a PNG file in base 64.
    private static let beginningOfPNG = "iVBORw0KGgo"

    /// The path of the thumbnail of a row's first photo, or else of its first document with one.
    fileprivate func thumbnailPath(of row: ImportRow) -> String? {
        guard let folder = keptFilesPath, let cell = row.cells[.files],
            let files = try? ImportedFile.list(cell)
        else { return nil }
        let shown = files.filter { $0.copy != nil && $0.hasThumbnail }
        let file = shown.first(where: \.isPhoto) ?? shown.first
        return file?.copy.map { "\(folder)/\($0)\(ImportedFile.thumbnailSuffix)" }
    }
}

extension Household {
    /// A thumbnail of a row's picture, without metadata; nil if there is none.
    ///
    /// - Parameters:
    ///   - index: the index of the row.
    ///   - file: a waiting file with thumbnails (``makingThumbnails(of:progress:)``).
    /// - Throws: `ImagingError` if it is not a picture, and errors of the file system.
    public func picture(ofRowAt index: Int, of file: ImportFile) async throws -> Data? {
        guard (0..<file.rows.count).contains(index) else { return nil }
        let row = try file.rows.row(at: index)
        guard row.leftOut == nil else { return nil }
        guard let text = row.cells[.thumbnail] else {
            return file.thumbnailPath(of: row).flatMap(FileManager.default.contents(atPath:))
        }
        guard let data = Data(base64Encoded: text) else { return nil }
        // With the whole picture next to it, it was made here; otherwise it comes from the file.
        if row.cells[.picture] != nil { return data }
        return try await withFile(of: data) { try await imageProcessor.thumbnail(ofFileAt: $0).png }
    }
}

/// The folder of a table, with the photos and documents that it names.
public final class ImportFolder: Sendable {
    /// The path of the folder.
    public let path: String
    /// Whether the folder is removed with the last reference to it.
    private let isTemporary: Bool
    /// The folder that contains this one, kept from being removed.
    private let outer: ImportFolder?

    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - isTemporary: whether it is removed with the last reference to it.
    public init(path: String, isTemporary: Bool) {
        self.path = path
        self.isTemporary = isTemporary
        outer = nil
    }

    private init(path: String, in outer: ImportFolder) {
        self.path = path
        isTemporary = false
        self.outer = outer
    }

    /// The folder of a file in this one.
    ///
    /// - Parameter file: the path of the file.
    public func folder(of file: String) -> ImportFolder {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return ImportFolder(path: parts.joined(separator: "/"), in: self)
    }

    deinit { if isTemporary { try? FileManager.default.removeItem(atPath: path) } }

    /// The path of a file in it; nil if there is no such file, or if it is outside of the folder.
    func file(_ name: String) -> String? {
        guard let folder = Self.real(path), let file = Self.real("\(path)/\(name)"),
            file.hasPrefix(folder == "/" ? folder : folder + "/")
        else { return nil }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return file
    }

    /// A path without symbolic links.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
