import Domain
import Foundation

/// Reads a backup to its end and compares it with its manifest.
///
/// An archive is not trusted: names cannot lead out of the target folder, only files are created,
/// and no more bytes are written than the archive announced, than the disk has room for, and than
/// its own size makes plausible.
struct BackupReader {
    /// The archive.
    let archive: String
    /// The folder for the files, with notes of what was read.
    let staging: BackupStaging
    let meter: ProgressMeter
    var willBegin: @Sendable (BackupStep) throws -> Void = { _ in }

    /// The maximum ratio of a backup's size to that of its archive: records shrink to a tenth,
    /// pictures hardly.
    private static let maximumExpansion: Int64 = 300
    /// The size that is allowed for an archive of any size.
    private static let smallBytes: Int64 = 64 << 20
    /// The maximum size of a file that describes the backup.
    private static let maximumDescriptionBytes: Int64 = 1 << 20

    /// Reads all of it.
    ///
    /// - Returns: the description of the backup.
    /// - Throws: ``BackupError`` that names the fault, ``FileError``.
    func read() throws -> BackupDescription {
        try willBegin(.unpacking)
        let reader = try ArchiveReader(path: archive)
        var state = State()
        while let entry = try reader.next() {
            guard let path = try path(of: entry) else { continue }
            guard !state.isOver else {
                throw refusal("has the entry “\(path)” behind its manifest")
            }
            try read(entry, path, reader, &state)
        }
        guard let description = state.description else {
            throw refusal("is not a backup of a household")
        }
        guard state.isOver else { throw refusal("ends too early: its manifest is missing") }
        try willBegin(.comparing)
        guard state.missingFiles == 0, state.missingBytes == 0 else {
            throw refusal(
                "says that it has \(description.files) files of \(description.bytes) bytes, and has "
                    + "\(state.files) of \(state.bytes)")
        }
        try staging.compareWithManifest()
        return description.without(state.leftOut)
    }

    private struct State {
        var description: BackupDescription?
        var leftOut: LeftOutFiles?
        var isOver = false
        var files = 0
        var bytes: Int64 = 0

        /// The number of files still to come, without those that were left out.
        var missingFiles: Int { (description?.files ?? 0) - files - (leftOut?.files ?? 0) }
        /// The number of bytes still to come.
        var missingBytes: Int64 { (description?.bytes ?? 0) - bytes - (leftOut?.bytes ?? 0) }
    }

    /// The path of a file in the backup's top folder; nil for a folder.
    private func path(of entry: ArchiveReader.Entry) throws -> String? {
        guard let name = entry.path, name.utf8.count <= 4_096 else {
            throw refusal("has an entry whose name cannot be read")
        }
        let isFolder: Bool
        switch entry.kind {
        case .file: isFolder = false
        case .folder: isFolder = true
        case .other(let words): throw refusal("has “\(name)”, which is \(words)")
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains("..") else {
            throw refusal("has “\(name)”, which leads out of it")
        }
        if isFolder { return nil }
        guard name.hasPrefix(BackupPath.top + "/") else {
            throw refusal("has “\(name)”, which does not belong in a backup")
        }
        return String(name.dropFirst(BackupPath.top.count + 1))
    }

    private func read(
        _ entry: ArchiveReader.Entry, _ path: String, _ reader: ArchiveReader, _ state: inout State
    ) throws {
        guard let place = BackupPath.place(of: path) else {
            throw refusal("has “\(path)”, which does not belong in a backup")
        }
        guard let size = entry.size else { throw refusal("does not say how large “\(path)” is") }
        switch place {
        case .description:
            guard state.description == nil else { throw refusal("describes itself twice") }
            state.description = try description(path, size, reader)
        case .leftOut:
            guard state.description != nil, state.leftOut == nil else {
                throw refusal("has “\(path)” in a place where it does not belong")
            }
            let leftOut: LeftOutFiles = try decoded(
                "a list of left out files", text(of: path, size, reader))
            guard 0...state.missingFiles ~= leftOut.files,
                0...state.missingBytes ~= leftOut.bytes
            else {
                throw refusal("left out more than it says that it has")
            }
            meter.add(Int(leftOut.bytes))
            state.leftOut = leftOut
        case .manifest:
            let most = Int64(state.files) * 8_192 + Self.maximumDescriptionBytes
            guard size <= most else { throw refusal("has a manifest that is too large") }
            try staging.takeManifest(from: bytes(of: path, size, reader))
            state.isOver = true
        case .extra where state.description == nil:
            guard size <= Self.maximumDescriptionBytes else {
                throw refusal("has “\(path)”, which is too large")
            }
            try staging.note(path, from: bytes(of: path, size, reader))
        case .extra, .data, .bytes:
            guard state.description != nil else {
                throw refusal("has “\(path)” before it says what it is")
            }
            guard state.missingFiles > 0, size <= state.missingBytes else {
                throw refusal("has more in it than it says, from “\(path)” on")
            }
            state.files += 1
            state.bytes += size
            try takeFile(path, place, size, modified: entry.modified, reader)
        }
    }

    private func takeFile(
        _ path: String, _ place: BackupPath.Place, _ size: Int64, modified: Int64,
        _ reader: ArchiveReader
    ) throws {
        let source = bytes(of: path, size, reader)
        let counted: ManifestWriter.Source = { [meter] piece in
            let count = try source(piece)
            meter.add(count)
            return count
        }
        switch place {
        case .data(let target):
            try staging.take(path, at: Array(target.utf8), modified: modified, from: counted)
        case .bytes(let target):
            try staging.take(path, at: target, modified: modified, from: counted)
        default: try staging.note(path, from: counted)
        }
    }

    /// The bytes of an entry, as many as announced.
    private func bytes(
        of path: String, _ size: Int64, _ reader: ArchiveReader
    ) -> ManifestWriter.Source {
        var rest = size
        return { piece in
            let count = Int64(try reader.read(piece))
            rest -= count
            guard rest >= 0 else { throw refusal("has more bytes in “\(path)” than it says") }
            guard count > 0 || rest == 0 else {
                throw refusal("has fewer bytes in “\(path)” than it says")
            }
            guard staging.readCount <= reader.readCount * Self.maximumExpansion + Self.smallBytes
            else {
                throw refusal(
                    "grows to more than \(Self.maximumExpansion) times its size, with “\(path)”")
            }
            staging.readCount += count
            return Int(count)
        }
    }

    private func description(
        _ path: String, _ size: Int64, _ reader: ArchiveReader
    ) throws -> BackupDescription {
        let text = try text(of: path, size, reader)
        struct Format: Decodable { var format: Int }
        // A description without a format version is refused below.
        if let format = try? JSONDecoder().decode(Format.self, from: text).format,
            format > BackupDescription.currentFormat
        {
            throw BackupError(
                "\(archive) was made by a newer version of Homeowner than this one, "
                    + "\(ProgramVersion.current).")
        }
        let description: BackupDescription = try decoded("a description", text)
        guard description.files >= 0, description.bytes >= 0 else {
            throw refusal("has a description with a count below 0")
        }
        try staging.checkRoom(for: description.bytes)
        meter.begin(.verifying, total: description.bytes)
        return description
    }

    private func decoded<Value: Decodable>(_ words: String, _ text: Data) throws -> Value {
        do {
            return try BackupDescription.decoder.decode(Value.self, from: text)
        } catch {
            // The error may quote the text.
            throw refusal("has \(words) that cannot be read: \("\(error)".prefix(300))")
        }
    }

    /// All bytes of an entry that describes the backup.
    private func text(
        of path: String, _ size: Int64, _ reader: ArchiveReader
    ) throws -> Data {
        guard size <= Self.maximumDescriptionBytes else {
            throw refusal("has “\(path)”, which is too large")
        }
        var text = Data()
        try staging.note(path, from: bytes(of: path, size, reader)) { text.append(contentsOf: $0) }
        return text
    }

    private func refusal(_ reason: String) -> BackupError {
        BackupError(of: archive, reason)
    }
}
