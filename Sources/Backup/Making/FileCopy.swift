import Foundation

/// Copies files that others may remove meanwhile.
enum FileCopy {
    /// Copies a file whose bytes are overwritten by ``ErasedFile`` after it was removed or
    /// replaced. As it loses its name before, a copy is intact if the name still leads to the same
    /// file afterwards.
    ///
    /// - Parameters:
    ///   - target: the path of the copy; an existing file is replaced.
    ///   - willCompare: runs after copying. Default: nothing.
    /// - Returns: whether there is a copy; false if the source is gone.
    static func makeWhole(
        of source: String, at target: String, willCompare: () throws -> Void = {}
    ) throws -> Bool {
        while true {
            unlink(target)
            let before = number(of: source)
            guard try make(of: source, at: target) else {
                unlink(target)
                return false
            }
            try willCompare()
            if let before, number(of: source) == before { return true }
        }
    }

    private static func number(of path: String) -> ino_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : nil
    }

    /// Copies a file.
    ///
    /// - Returns: whether there is a copy; false if the source is gone.
    static func make(of source: String, at target: String) throws -> Bool {
        guard access(source, F_OK) == 0 else { return false }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: target)
            return true
        } catch {
            guard access(source, F_OK) != 0 else { throw error }
            return false
        }
    }
}
