public import Foundation

/// The original files of the items' pictures, named by the item's key. Originals of further photos
/// and of documents are in the same folder under their own keys (``OriginalOwner``).
///
/// A picture and its record change together: a new file is put in place and synced before the save,
/// with the old one kept until then; a removed file goes after the save. If the program ends in
/// between, the next start repairs the folder.
public struct ItemImages: Sendable {
    private let folder: String
    private let checksums: PictureChecksums

    init(directory: DataDirectory) {
        folder = directory.images
        checksums = PictureChecksums(directory: directory)
    }

    /// The path of an item's original; nil if it has none.
    public func path(of key: UUID) -> String? {
        let path = original(key)
        return access(path, F_OK) == 0 ? path : nil
    }

    /// Opens an item's original, which stays readable even if it is replaced or removed.
    ///
    /// - Returns: nil if it has none.
    /// - Throws: ``FileError``.
    public func open(_ key: UUID) throws -> PhotoFile? {
        try PhotoFile.opened(original(key))
    }

    /// Replaces an item's original while a closure saves the record. An error of the closure
    /// restores the old one.
    ///
    /// - Parameter file: a file on the same disk, which is moved; nil to remove the original.
    /// - Throws: errors of the closure and of the file system.
    public func replace<T>(
        _ key: UUID, with file: String?, whileSaving save: () throws -> T
    ) throws -> T {
        try replace([(key, file, nil)], whileSaving: save)
    }

    /// Replaces several originals while a closure saves the records. An error restores all of them,
    /// unless it says that the records may be saved: then the files stay, and the next sweep
    /// follows the records.
    ///
    /// - Parameter files: files on the same disk, which are moved, by the keys of their records,
    ///   with checksums where known; none to remove an original.
    /// - Throws: errors of the closure and of the file system.
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

    /// Reverts all replacements in reverse order, even if one fails.
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

    /// Gives an original a second name, or copies it without hard links. Originals are never
    /// modified, so a second name is as good as a copy.
    ///
    /// - Parameter isLinked: whether a second name is allowed. Default: true.
    /// - Throws: errors of the file system; ``FileError`` with `ENOENT` if there is no original.
    public func copy(_ key: UUID, to file: String, isLinked: Bool = true) throws {
        try Self.copy(original(key), to: file, isLinked: isLinked)
    }

    /// Gives a file a second name, or copies it without hard links.
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

    /// Puts the pictures of imported items in place before they are saved. If the program ends
    /// before the save, the next start removes them.
    ///
    /// - Throws: errors of the file system.
    func add(_ pictures: [ImportedPicture]) throws {
        for picture in pictures {
            let path = original(picture.key)
            switch picture.source {
            case .bytes(let bytes): try bytes.write(to: URL(fileURLWithPath: path))
            case .file(let source):
                // An earlier attempt may have left it.
                unlink(path)
                try Self.copy(source, to: path)
            }
            try checksums.note(path, at: "images/\(picture.key.uuidString)")
        }
    }

    /// Removes the pictures of items that were not saved or are deleted.
    func remove(_ pictures: [ImportedPicture]) {
        for picture in pictures { remove(.original(picture.key)) }
    }

    // MARK: - Files without a record

    /// A file of the folder, by its purpose.
    enum File: Hashable {
        /// The original of an item's picture.
        case original(UUID)
        /// The old original of an unfinished replacement.
        case former(UUID)
        /// A file from another program.
        case unknown(String)
    }

    /// The files in the folder.
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

    /// Removes a file without a record. Files from other programs stay.
    func remove(_ file: File) {
        switch file {
        case .original(let key): unlink(original(key))
        case .former(let key): unlink(former(key))
        case .unknown: break
        }
    }

    /// Restores an old original if no new one has replaced it.
    func restoreFormer(of key: UUID) {
        if path(of: key) == nil { rename(former(key), original(key)) }
    }

    private static let formerSuffix = ".former"

    private func original(_ key: UUID) -> String { "\(folder)/\(key.uuidString)" }
    private func former(_ key: UUID) -> String { original(key) + Self.formerSuffix }
}
