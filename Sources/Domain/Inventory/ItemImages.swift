public import Foundation

/// The originals of the items' pictures: files that are named by the item's key. Those of further photos
/// and of documents lie beside them, named by keys of their own (``OriginalKeeping``).
///
/// A picture and its record change together: the file is put in place, synced, before the record is
/// saved, and the former one is kept beside it until then; one that goes does so after its record. If the
/// program ends in between, the next start finds the former file, or one without a record, and puts
/// things right.
public struct ItemImages: Sendable {
    private let folder: String
    private let checksums: PictureChecksums

    init(directory: DataDirectory) {
        folder = directory.images
        checksums = PictureChecksums(directory: directory)
    }

    /// The path of an item's original, or nil if it has none.
    public func path(of key: UUID) -> String? {
        let path = original(key)
        return access(path, F_OK) == 0 ? path : nil
    }

    /// Opens an item's original: it is what it was as long as the file is kept, whatever becomes of the item.
    ///
    /// - Returns: nil if it has none.
    /// - Throws: ``FileError``.
    public func open(_ key: UUID) throws -> PhotoFile? {
        try PhotoFile.opened(original(key))
    }

    /// Puts a file in the place of an item's original while a closure saves the record. If the
    /// closure throws, the former original is there again.
    ///
    /// - Parameter file: a file on the same disk, which moves; nil to have no original.
    /// - Throws: what the closure throws, and errors of the file system.
    public func replace<T>(
        _ key: UUID, with file: String?, whileSaving save: () throws -> T
    ) throws -> T {
        try replace([(key, file, nil)], whileSaving: save)
    }

    /// Puts several files in the places of originals while a closure saves the records. If it throws, all
    /// former originals are there again. If it throws that they may be saved, all files stay, as when the program
    /// ends in between: the next sweep goes by the records.
    ///
    /// - Parameter files: files on the same disk, which move, by the keys of their records, with their
    ///   checksums where they are known; none to have no original.
    /// - Throws: what the closure throws, and errors of the file system.
    func replace<T>(
        _ files: [(key: UUID, file: String?, checksum: FileChecksum?)],
        whileSaving save: () throws -> T
    ) throws -> T {
        try FileLock.whileChanging(folder) { try replaceInTurn(files, whileSaving: save) }
    }

    private func replaceInTurn<T>(
        _ files: [(key: UUID, file: String?, checksum: FileChecksum?)],
        whileSaving save: () throws -> T
    ) throws -> T {
        var replacements: [FileReplacement] = []
        do {
            for (key, file, checksum) in files {
                if let file {
                    try checksums.note(
                        checksum ?? FileChecksum(ofFileAt: file), at: "images/\(key.uuidString)")
                }
                replacements.append(
                    try FileReplacement(original: original(key), former: former(key), new: file))
            }
            try FileReplacement.syncDirectory(folder)
            let result = try save()
            for replacement in replacements { replacement.finish() }
            return result
        } catch {
            if !error.mayBeSaved { try takeBack(replacements) }
            throw error
        }
    }

    /// Takes all back, the last first, even if one cannot be.
    private func takeBack(_ replacements: [FileReplacement]) throws {
        var failure: (any Error)?
        for replacement in replacements.reversed() {
            do {
                try replacement.takeBack()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Gives an original a second name, or copies it where a disk has no such thing. It is never written
    /// to, so that a second name is as good as a copy.
    ///
    /// - Parameter isLinked: whether a second name will do; if not, it is copied. Default: true.
    /// - Throws: errors of the file system; ``FileError`` with `ENOENT` if there is no original.
    public func copy(_ key: UUID, to file: String, isLinked: Bool = true) throws {
        try Self.copy(original(key), to: file, isLinked: isLinked)
    }

    /// Gives a file a second name, or copies it where a disk has no such thing.
    ///
    /// - Throws: errors of the file system; ``FileError`` with `ENOENT` if there is no such file.
    static func copy(_ source: String, to file: String, isLinked: Bool = true) throws {
        if isLinked {
            guard link(source, file) != 0 else { return }
            guard [EPERM, EMLINK, EOPNOTSUPP, EXDEV].contains(errno) else {
                throw FileError(path: source, code: errno)
            }
        }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: file)
        } catch {
            guard access(source, F_OK) == 0 else { throw FileError(path: source, code: ENOENT) }
            throw error
        }
    }

    // MARK: - Pictures of an import

    /// Puts the pictures of items in place that are about to be saved. Should the program end before
    /// that, the next start removes them.
    ///
    /// - Throws: errors of the file system.
    func add(_ pictures: [ImportedPicture]) throws {
        for picture in pictures {
            let path = original(picture.key)
            switch picture.source {
            case .bytes(let bytes): try bytes.write(to: URL(fileURLWithPath: path))
            case .file(let source):
                // An attempt before may have put it there.
                unlink(path)
                try Self.copy(source, to: path)
            }
            try checksums.note(path, at: "images/\(picture.key.uuidString)")
        }
    }

    /// Removes the pictures of items that were not saved, or are gone.
    func remove(_ pictures: [ImportedPicture]) {
        for picture in pictures { remove(.original(picture.key)) }
    }

    // MARK: - Files without a record

    /// A file of the folder, by what it is for.
    enum File: Hashable {
        /// The original of an item's picture.
        case original(UUID)
        /// What was the original until a replacement that did not come to its end.
        case former(UUID)
        /// Nothing that this program made.
        case unknown(String)
    }

    /// The files that are there.
    ///
    /// - Throws: errors of the file system.
    func files() throws -> [File] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            if let key = UUID(uuidString: name) { return .original(key) }
            if name.hasSuffix(Self.formerSuffix),
                let key = UUID(uuidString: String(name.dropLast(Self.formerSuffix.count)))
            {
                return .former(key)
            }
            return .unknown(name)
        }
    }

    /// Removes a file that belongs to no record. Files that this program did not make stay.
    func remove(_ file: File) {
        switch file {
        case .original(let key): unlink(original(key))
        case .former(let key): unlink(former(key))
        case .unknown: break
        }
    }

    /// Brings a former original back where no new one took its place.
    func restoreFormer(of key: UUID) {
        if path(of: key) == nil { rename(former(key), original(key)) }
    }

    private static let formerSuffix = ".former"

    private func original(_ key: UUID) -> String { "\(folder)/\(key.uuidString)" }
    private func former(_ key: UUID) -> String { original(key) + Self.formerSuffix }
}
