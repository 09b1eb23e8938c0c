import Foundation

extension PhotoFolder {
    /// What a place is known by whose name is shown so; nil if no folder can have the name.
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

    /// The folders that a place needs and that are not there, those that are in others behind these.
    ///
    /// - Throws: ``FileError`` if something else than a folder is in the way.
    func missingFolders(of id: String) throws -> [String] {
        var missing: [String] = []
        var path = self.path
        let names = id.split(separator: "/").map {
            String(decoding: FolderName.bytes(of: String($0)), as: UTF8.self)
        }
        for step in [""] + names {
            if !step.isEmpty { path += "/" + step }
            var status = stat()
            // The top may be a link that its owner made.
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

    /// Makes folders; one that is there by now is as good.
    ///
    /// - Throws: ``FileError``.
    static func make(_ folders: [String]) throws {
        for folder in folders {
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                throw FileError(path: folder, code: errno)
            }
        }
    }

    /// Removes folders that were made, as far as nothing is in them.
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
