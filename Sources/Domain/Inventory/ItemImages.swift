public import Foundation

/// The original files of photos and documents, each named by the key of its record
/// (``OriginalOwner``).
///
/// A file is put in place and synced before its record is saved, and removed after the record is
/// deleted. If the program ends in between, the next start removes the file.
public struct ItemImages: Sendable {
    private let folder: String
    private let checksums: PictureChecksums

    init(directory: DataDirectory) {
        folder = directory.images
        checksums = PictureChecksums(directory: directory)
    }

    /// The path of an original; nil if it is missing.
    public func path(of key: UUID) -> String? {
        let path = original(key)
        return access(path, F_OK) == 0 ? path : nil
    }

    /// Opens an original, which stays readable even if it is removed.
    ///
    /// - Returns: nil if it is missing.
    /// - Throws: ``FileError``.
    public func open(_ key: UUID) throws -> PhotoFile? {
        try PhotoFile.opened(original(key))
    }

    /// Puts originals in place while a closure saves their records. An error takes all of them
    /// back, unless it says that the records may be saved: then the files stay, and the next sweep
    /// follows the records.
    ///
    /// - Parameter files: files on the same disk, which are moved, by the keys of their records,
    ///   with checksums where known.
    /// - Throws: errors of the closure and of the file system.
    func add<T>(
        _ files: [NewOriginal],
        whileSaving save: () throws -> T
    ) throws -> T {
        try FileLock.whileChanging(folder) {
            var moved: [(file: String, original: String)] = []
            do {
                for (key, file, checksum) in files {
                    let checksum = try checksum ?? FileChecksum(ofFileAt: file)
                    try checksums.note(checksum, at: "images/\(key.uuidString)")
                    try FileWriting.sync(file)
                    let original = original(key)
                    guard rename(file, original) == 0 else {
                        throw FileError(path: file, code: errno)
                    }
                    moved.append((file, original))
                }
                try FileWriting.sync(folder)
                return try save()
            } catch {
                // What cannot be moved back is removed by the next sweep.
                if !error.mayBeSaved { for (file, original) in moved { rename(original, file) } }
                throw error
            }
        }
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
        /// The original of a record.
        case original(UUID)
        /// The old original of a replacement that a former version of the program did not finish.
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
