import Foundation

/// Copies of files that others may remove meanwhile.
enum FileCopy {
    /// Copies a file whose bytes are written over when it has been removed or replaced, by ``ErasedFile``. It has
    /// lost its name before: a copy of the file that has the name afterwards is whole.
    ///
    /// - Parameters:
    ///   - target: where it goes; what is there goes.
    ///   - willCompare: runs when it is copied. Default: nothing.
    /// - Returns: whether there is one; false if it was not there, or not any more.
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
    /// - Returns: whether there is one; false if it was not there, or not any more.
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
