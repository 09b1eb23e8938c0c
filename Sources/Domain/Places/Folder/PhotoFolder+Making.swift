import Foundation

extension PhotoFolder {
    /// The identifier of the place with this display name, or nil if no folder can have it.
    static func id(ofPlaceNamed name: String) -> String? {
        if name == unsorted { return "" }
        let steps = name.components(separatedBy: " / ")
        let id = steps.map { FolderName(Array($0.utf8)).id }.joined(separator: "/")
        let isUsable =
            steps.count <= FolderFiles.maxDepth && steps.allSatisfy(isFolderName)
            && placeName(of: id) == name
        return isUsable ? id : nil
    }

    private static func isFolderName(_ name: String) -> Bool {
        let isHidden = name.isEmpty || name.hasPrefix(".") || name.hasPrefix(" ")
        return !isHidden && !name.hasSuffix(" ") && !name.contains("/") && name.utf8.count <= 255
    }

    /// The missing folders of a place, parents first.
    ///
    /// - Throws: ``FileError`` if something other than a folder is in the way.
    func missingFolders(of id: String) throws -> [String] {
        var missing: [String] = []
        var path = self.path
        let names = id.split(separator: "/").map {
            String(decoding: FolderName.bytes(of: String($0)), as: UTF8.self)
        }
        for step in [""] + names {
            if !step.isEmpty { path += "/" + step }
            var status = stat()
            // The top folder may be a link.
            let code = step.isEmpty ? stat(path, &status) : lstat(path, &status)
            if code == 0 {
                guard status.st_mode & S_IFMT == S_IFDIR else {
                    throw FileError(path: path, code: ENOTDIR)
                }
            } else if errno == ENOENT {
                missing.append(path)
            } else {
                throw FileError(path: path, code: errno)
            }
        }
        return missing
    }

    /// Creates folders; one that exists already is no error.
    ///
    /// Nested folders appear together, since the outer one alone would be a place for a moment.
    ///
    /// - Throws: ``FileError``.
    static func make(_ folders: [String]) throws {
        var rest = folders[...]
        while let outer = rest.first {
            let nested = rest.dropFirst().prefix { $0.hasPrefix(outer + "/") }
            rest = rest.dropFirst(1 + nested.count)
            let isMade = try !nested.isEmpty && makeTogether(outer, nested)
            if !isMade { for folder in [outer] + nested { try make(folder) } }
        }
    }

    private static func make(_ folder: String) throws {
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw FileError(path: folder, code: errno)
        }
    }

    /// Creates nested folders under a hidden name, and renames them.
    ///
    /// - Returns: whether they were created; false if the folder exists already.
    private static func makeTogether(_ outer: String, _ nested: ArraySlice<String>) throws -> Bool {
        let parent = (outer as NSString).deletingLastPathComponent
        let hidden = parent + "/.new-\(UUID())"
        let made = [hidden] + nested.map { hidden + $0.dropFirst(outer.count) }
        for folder in made { try make(folder) }
        if rename(hidden, outer) == 0 { return true }
        let code = errno
        try remove(made)
        guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(code) else {
            throw FileError(path: outer, code: code)
        }
        return false
    }

    /// Removes created folders, unless they have contents.
    ///
    /// - Throws: ``FileError``.
    static func remove(_ folders: [String]) throws {
        for folder in folders.reversed() {
            guard rmdir(folder) == 0 || [ENOENT, ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) else {
                throw FileError(path: folder, code: errno)
            }
        }
    }
}
