import Domain
import Foundation

extension DataDirectory {
    /// Makes the folders that are missing and takes the directory for this process.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder that cannot be made or written to, or
    ///   the process that holds the directory.
    func open() throws(ConfigurationError) -> DataDirectoryLock {
        do {
            try create()
        } catch {
            throw .init("The folder \(path) cannot be made: \(error.localizedDescription)")
        }
        for folder in [path, images, temporary] where access(folder, W_OK) != 0 {
            throw .init("The folder \(folder) cannot be written to. Who owns it?")
        }
        return try DataDirectoryLock(self)
    }
}
