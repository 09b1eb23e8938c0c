public import Foundation

/// The one directory that holds all that a household has: the store, its external data, the
/// pictures.
public struct DataDirectory: Sendable {
    /// The directory.
    public let path: String

    /// - Parameter path: the directory; it is made when the household is opened.
    public init(path: String) {
        self.path = path
    }

    /// The store's file.
    public var store: String { path + "/Homeowner.sqlite" }
    /// The originals of the items' pictures, each named by its item key.
    public var images: String { path + "/images" }
    /// Uploads that belong to nothing yet.
    public var temporary: String { path + "/tmp" }

    /// Makes the directories that are missing.
    ///
    /// - Throws: errors of the file system, which name the path.
    public func create() throws {
        for directory in [path, images, temporary] {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
        }
    }
}
