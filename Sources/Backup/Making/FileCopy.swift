import Foundation

/// Copies files that others may remove meanwhile.
enum FileCopy {
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
