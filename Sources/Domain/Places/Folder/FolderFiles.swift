import Foundation

/// The files of a folder and its subfolders, without following symbolic links.
struct FolderFiles: Sendable {
    /// A file or folder.
    struct Entry: Sendable {
        /// The relative path, made of the texts of names (``FolderName``).
        let path: String
        let name: FolderName
        let isFolder: Bool
        let byteCount: Int64
        let modifiedAt: Date
        let fileNumber: Int64
    }

    /// The maximum depth of subfolders.
    static let maxDepth = 16
    /// The maximum number of entries.
    static let maxEntries = 500_000

    let root: String

    /// Opens a file or folder, component by component, so that symbolic links are not followed.
    ///
    /// - Parameters:
    ///   - path: the relative path; empty for the top folder.
    ///   - flags: the flags of `open`.
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

    /// The system's path of a file or folder, for functions that only take paths.
    func systemPath(of path: String) -> [CChar] {
        let bytes = Array(root.utf8) + (path.isEmpty ? [] : [0x2F] + FolderName.bytes(of: path))
        return bytes.cString
    }

    /// The entries of a folder, without hidden ones and symbolic links.
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
            // The file was removed meanwhile.
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

    /// Visits a folder and its subfolders, parents first.
    ///
    /// - Parameters:
    ///   - willRead: receives the path of each folder before it is read. Default: nothing.
    ///   - visit: receives the path and entries of each folder.
    /// - Throws: ``FileError`` if the top folder cannot be read; errors of the closures. A
    ///   subfolder that is removed meanwhile or unreadable is skipped.
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
    /// The date of a file system time.
    init(_ time: timespec) {
        self.init(
            timeIntervalSinceReferenceDate: Double(time.tv_sec)
                - Self.timeIntervalBetween1970AndReferenceDate + Double(time.tv_nsec) / 1e9)
    }
}
