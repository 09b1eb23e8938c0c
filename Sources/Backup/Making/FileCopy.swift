import Foundation

/// Copies of files that others may remove meanwhile.
enum FileCopy {
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
