public import Foundation
import Imaging

extension Household {
    /// The file with its photos and documents taken into the data directory, where they wait with it. What
    /// is neither a picture nor a PDF document, or is not there, is left out, and its row says so later.
    ///
    /// - Parameter progress: hears how far it is, and may call it off.
    /// - Throws: errors of the file system, and `CancellationError`.
    func takingFiles(of file: ImportFile, progress: ImportProgress?) async throws -> ImportFile {
        var taking = try FileTaking(imports.makeFolder(), file.folder)
        var rows = ImportRowsWriter(columns: file.columns)
        for index in 0..<file.rows.count {
            try progress?.advance(to: index, of: file.rows.count)
            var row = try file.rows.row(at: index)
            if let cell = row.cells[.files], !cell.isEmpty {
                var files: [ImportedFile] = []
                for entry in EvidenceEntry.list(cell) {
                    files.append(try await taking.take(entry, imageProcessor))
                }
                row.cells[.files] = try ImportedFile.text(files)
            }
            try rows.append(row)
        }
        var file = file
        file.rows = try rows.finish()
        file.keptFiles = taking.folder.name
        file.keptFilesPath = taking.folder.path
        file.folder = nil
        return file
    }
}

/// Takes files into the folder of an import.
private struct FileTaking {
    let folder: (name: String, path: String)
    /// Where they come from; nil for nowhere.
    private let source: ImportFolder?
    private var count = 0
    /// What was taken: a receipt may be that of several items.
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
                    ? "files come with the table in one zip file, or from the folder of the command"
                    : "there is no such file beside the table")
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
            try thumbnail.write(to: URL(fileURLWithPath: copy + ImportedFile.thumbnailEnd))
        }
        file.mediaType = judged.kind.mimeType
        file.kind = Self.kind(of: judged, entry)?.rawValue
        file.byteCount =
            try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int ?? 0
        file.sha256 = try FileChecksum(ofFileAt: copy).description
        if file.isPhoto {
            file.captureDate = try await processor.details(ofFileAt: copy).takenAt?.stored
        } else if file.name.isEmpty {
            file.name = entry.fileName
        }
        return file
    }

    /// What kind of document it is; nil for a photo.
    private static func kind(of file: DocumentFile, _ entry: EvidenceEntry) -> DocumentKind? {
        switch entry.kind {
        case .document(let kind): kind
        case .photo, nil: file.kind.isPicture ? nil : DocumentKind(fileName: entry.fileName)
        }
    }
}

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

/// The folder that a table lies in, with the photos and documents that it names.
public final class ImportFolder: Sendable {
    /// Where it is.
    public let path: String
    /// Whether it goes with the last who knows of it.
    private let isTemporary: Bool
    /// The folder that this one is in, and lives as long as.
    private let outer: ImportFolder?

    /// - Parameters:
    ///   - path: where it is.
    ///   - isTemporary: whether it was made for this, and is removed with its last user.
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

    /// The folder in this one that a file lies in.
    ///
    /// - Parameter file: the path of the file.
    public func folder(of file: String) -> ImportFolder {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return ImportFolder(path: parts.joined(separator: "/"), in: self)
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    /// The path of a file in it; nil for what is no file, or leads out of the folder.
    func file(_ name: String) -> String? {
        guard let folder = Self.real(path), let file = Self.real("\(path)/\(name)"),
            file.hasPrefix(folder == "/" ? folder : folder + "/")
        else { return nil }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return file
    }

    /// A path without links.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
