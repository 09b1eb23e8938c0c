import Foundation

extension ExternalData {
    /// The names of the files that are there.
    func names() throws -> Set<String> {
        guard access(directory, F_OK) == 0 else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return Set(names.filter { UUID(uuidString: $0) != nil })
    }

    /// Gives the files a second name beside another store, and returns their names.
    ///
    /// Files are never written to again, so that a second name is as good as a copy. One that its
    /// owner removes meanwhile is left out.
    func link(to other: ExternalData) throws -> Set<String> {
        let names = try names()
        guard !names.isEmpty else { return [] }
        try other.makeDirectory()
        for name in names { try link(name, to: other) }
        try other.syncDirectory()
        return names
    }

    private func link(_ name: String, to other: ExternalData) throws {
        let (from, to) = (path(of: name), other.path(of: name))
        // The name is a UUID: a file that has it already has the same bytes.
        guard Foundation.link(from, to) != 0, errno != EEXIST else { return }
        guard errno != ENOENT else { return }
        let temporary = to + "-new"
        unlink(temporary)
        try FileManager.default.copyItem(atPath: from, toPath: temporary)
        try DurableFile.sync(temporary)
        try DurableFile.rename(temporary, to: to)
    }
}

extension DurableFile {
    /// Gives a file another name, in the place of the file that has it.
    static func rename(_ path: String, to newPath: String) throws {
        guard Foundation.rename(path, newPath) == 0 else {
            throw PersistenceError.cannotOpen(
                path: newPath, reason: StoreOpenFailure(systemError: errno, path: newPath))
        }
    }
}
