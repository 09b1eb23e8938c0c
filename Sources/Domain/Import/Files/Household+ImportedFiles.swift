import Foundation
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
