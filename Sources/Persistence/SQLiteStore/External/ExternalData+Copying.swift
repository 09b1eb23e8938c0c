import Foundation

extension ExternalData {
    /// The names of the files that are there.
    func names() throws -> Set<String> {
        guard access(directory, F_OK) == 0 else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return Set(names.filter { UUID(uuidString: $0) != nil })
    }

    /// Whether both keep their files in the same folder, as `Farm.sqlite` and `Farm.bak` do.
    func sharesFolder(with other: ExternalData) -> Bool {
        var (own, others) = (stat(), stat())
        return stat(supportDirectory, &own) == 0 && stat(other.supportDirectory, &others) == 0
            && own.st_ino == others.st_ino && own.st_dev == others.st_dev
    }

    /// Gives the files a second name beside another store, after it was noted in its journal.
    ///
    /// Files are never written to again, so that a second name is as good as a copy. One that its
    /// owner removes meanwhile is left out.
    ///
    /// - Returns: the second names by the first ones: the same, unless another store has files of
    ///   these names there.
    @discardableResult
    func link(to other: ExternalData) throws -> [String: String] {
        let names = try names()
        guard !names.isEmpty else { return [:] }
        let taken = sharesFolder(with: other) ? names : try other.namesOfNeighbours()
        let pairs = Dictionary(
            uniqueKeysWithValues: names.map { ($0, taken.contains($0) ? UUID().uuidString : $0) })
        try other.makeDirectory()
        // Before they come, so that a crash leaves none behind.
        try ExternalJournal(external: other).add(pairs.values)
        for (name, newName) in pairs { try link(name, to: other, as: newName) }
        try other.syncDirectory()
        return pairs
    }

    private func link(_ name: String, to other: ExternalData, as newName: String) throws {
        let (from, to) = (path(of: name), other.path(of: newName))
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
