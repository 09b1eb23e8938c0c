import Foundation

extension FileManager {
    /// Removes a file, or a folder with its contents. It is no error if another process removes it
    /// at the same time.
    ///
    /// - Throws: errors of the file system.
    func removeUnlessGone(atPath path: String) throws {
        do {
            try removeItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // The other process removes the rest of the folder.
        }
    }
}
