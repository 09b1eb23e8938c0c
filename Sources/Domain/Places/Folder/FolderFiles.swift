import Foundation

/// The files of a folder and of the folders in it, reached without following symbolic links.
struct FolderFiles: Sendable {
    /// A file or a folder that was found.
    struct Entry: Sendable {
        /// The path from the top, as texts that names are known by (``FolderName``).
        let path: String
        let name: FolderName
        let isFolder: Bool
        let byteCount: Int64
        let modifiedAt: Date
        let fileNumber: Int64
    }

    /// How deep folders are looked into.
    static let maxDepth = 16
    /// How many entries are read at most.
    static let maxEntries = 500_000

    let root: String

    /// Opens a file or a folder, component by component, so that no symbolic link leads elsewhere.
    ///
    /// - Parameters:
    ///   - path: the path from the top as it is known; empty for the top itself.
    ///   - flags: as for `open`.
    /// - Throws: ``FileError``.
    func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false).map {
            FolderName.bytes(of: String($0))
        }
        let leads = [Array("..".utf8), Array(".".utf8)]
        guard !steps.contains(where: { leads.contains($0) || $0.contains(0) || $0.contains(0x2F) })
        else {
            throw FileError(path: path, code: EINVAL)
        }
        var descriptor = Foundation.open(
            root, path.isEmpty ? flags | O_CLOEXEC : O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: root, code: errno) }
        guard !path.isEmpty else { return descriptor }
        for (index, step) in steps.enumerated() {
            let isLast = index == steps.count - 1
            let next = openat(
                descriptor, step.cString,
                O_NOFOLLOW | O_CLOEXEC | (isLast ? flags : O_RDONLY | O_DIRECTORY))
            let code = errno
            close(descriptor)
            guard next >= 0 else { throw FileError(path: "\(root)/\(path)", code: code) }
            descriptor = next
        }
        return descriptor
    }

    /// The path of a file or a folder as the system has it, for what goes by paths alone.
    func systemPath(of path: String) -> [CChar] {
        let bytes = Array(root.utf8) + (path.isEmpty ? [] : [0x2F] + FolderName.bytes(of: path))
        return bytes.cString
    }

    /// What is in a folder. Hidden entries and symbolic links are passed over.
    ///
    /// - Throws: ``FileError``.
    func entries(of folder: String) throws -> [Entry] {
        let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
        guard let directory = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw FileError(path: "\(root)/\(folder)", code: code)
        }
        defer { closedir(directory) }
        var entries: [Entry] = []
        while let item = readdir(directory) {
            let bytes = item.pointee.nameBytes
            guard bytes.first != UInt8(ascii: ".") else { continue }
            var status = stat()
            // A file that is gone meanwhile is none.
            guard
                fstatat(dirfd(directory), bytes.cString, &status, AT_SYMLINK_NOFOLLOW) == 0
            else { continue }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else { continue }
            let name = FolderName(bytes)
            entries.append(
                Entry(
                    path: folder.isEmpty ? name.id : "\(folder)/\(name.id)", name: name,
                    isFolder: kind == S_IFDIR, byteCount: Int64(status.st_size),
                    modifiedAt: Date(status.st_mtim), fileNumber: Int64(status.st_ino)))
            guard entries.count <= Self.maxEntries else {
                throw PhotoSourceError.unusable(
                    "The folder \(root)/\(folder) has more than \(Self.maxEntries) entries.")
            }
        }
        return entries
    }

    /// A folder and all folders in it, each before those that are in it.
    ///
    /// - Parameters:
    ///   - willRead: gets the path of each folder before what is in it is read. Default: nothing.
    ///   - visit: gets the path of each folder and what is in it.
    /// - Throws: ``FileError`` if the top cannot be read, and what the closures throw. A folder that
    ///   is gone meanwhile, or may not be read, is passed over.
    func walk(
        willRead: (String) throws -> Void = { _ in }, _ visit: (String, [Entry]) throws -> Void
    ) throws {
        var waiting = [("", 0)]
        var count = 0
        while let (folder, depth) = waiting.popLast() {
            try willRead(folder)
            let entries: [Entry]
            do {
                entries = try self.entries(of: folder)
            } catch let error as FileError where !folder.isEmpty {
                guard [ENOENT, EACCES, ENOTDIR, ELOOP].contains(error.code) else { throw error }
                continue
            }
            count += entries.count
            guard count <= Self.maxEntries else {
                throw PhotoSourceError.unusable(
                    "The folder \(root) has more than \(Self.maxEntries) entries.")
            }
            try visit(folder, entries)
            guard depth < Self.maxDepth else { continue }
            waiting += entries.filter(\.isFolder).map { ($0.path, depth + 1) }
        }
    }
}

extension Date {
    /// A time of the file system.
    init(_ time: timespec) {
        self.init(
            timeIntervalSinceReferenceDate: Double(time.tv_sec)
                - Self.timeIntervalBetween1970AndReferenceDate + Double(time.tv_nsec) / 1e9)
    }
}
