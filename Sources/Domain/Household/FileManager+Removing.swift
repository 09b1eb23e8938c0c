import Foundation

extension FileManager {
    /// Removes a file, or a folder with what is in it, that somebody else may remove at the same time: what is
    /// gone is removed already.
    ///
    /// - Throws: errors of the file system.
    func removeUnlessGone(atPath path: String) throws {
        do {
            try removeItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // The other one goes on with the rest of a folder.
        }
    }
}
